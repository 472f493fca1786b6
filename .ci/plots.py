"""Bar charts as SVG, readable on a light and on a dark page."""

from html import escape

WIDTH = 720
LEFT = 8
BARS_LEFT, BARS_RIGHT = 184, WIDTH - 64
BAR, GAP, GROUP_GAP = 14, 2, 16
LEGEND_Y, BARS_TOP = 68, 90

# A page that shows the file as an image passes on whether it is dark, but not its colours: so no background, and the
# first series, ours, in a colour that stands out on both.
STYLE = """
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-size: 16px; font-weight: 600; }
    .note { fill: #59636e; }
    .value { font-size: 11px; }
    .axis { stroke: #59636e; }
    .series0 { fill: #1f6feb; }
    .series1 { fill: #8c959f; }
    .series2 { fill: #c8d1da; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .note { fill: #9198a1; }
      .axis { stroke: #9198a1; }
      .series1 { fill: #768390; }
      .series2 { fill: #444c56; }
    }
"""


def bars(title, note, series, groups, show):
    """A chart of horizontal bars: a group for each (label, values), in it a bar for each of `series`; `show` makes the
    text of a value."""
    group_height = len(series) * (BAR + GAP) - GAP
    bottom = BARS_TOP + len(groups) * (group_height + GROUP_GAP) - GROUP_GAP
    scale = (BARS_RIGHT - BARS_LEFT) / max(value for _, values in groups for value in values)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 12}" role="img">',
        f"  <title>{escape(title)}</title>",
        f"  <style>{STYLE}  </style>",
        _text(LEFT, 22, title, "title"),
        _text(LEFT, 42, note, "note"),
    ]
    x = BARS_LEFT
    for index, name in enumerate(series):
        parts.append(_bar(x, LEGEND_Y - 11, 12, 12, index))
        parts.append(_text(x + 18, LEGEND_Y, name))
        x += 18 + 8 * len(name) + 20  # about the text's width
    top = BARS_TOP
    for label, values in groups:
        parts.append(_text(BARS_LEFT - 10, top + group_height / 2 + 4.5, label, anchor="end"))
        for index, value in enumerate(values):
            y = top + index * (BAR + GAP)
            length = value * scale
            parts.append(_bar(BARS_LEFT, y, length, BAR, index))
            parts.append(_text(BARS_LEFT + length + 5, y + BAR - 3, show(value), "value"))
        top += group_height + GROUP_GAP
    parts.append(f'  <path class="axis" d="M{BARS_LEFT - 0.5} {BARS_TOP - 5}V{bottom + 5}"/>')
    parts.append("</svg>\n")
    return "\n".join(parts)


def _bar(x, y, width, height, series):
    return f'  <rect class="series{series}" x="{x}" y="{y}" width="{width:.1f}" height="{height}"/>'


def _text(x, y, text, kind=None, anchor=None):
    attributes = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'  <text x="{x:g}" y="{y:g}"{attributes}>{escape(text)}</text>'
