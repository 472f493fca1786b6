//! The ids of JSON-RPC.

/// Whether the text is what JSON-RPC takes for an id: the JSON of an integer or a string.
pub(crate) fn is_rpc_id(id: &str) -> bool {
    match id.strip_prefix('"').and_then(|id| id.strip_suffix('"')) {
        Some(text) => is_escaped(text),
        None => {
            let digits = id.strip_prefix('-').unwrap_or(id);
            let leading_zero = digits.len() > 1 && digits.starts_with('0');
            !digits.is_empty() && !leading_zero && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
    }
}

/// Whether the text can stand between the quotes of a JSON string.
fn is_escaped(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let escape = match byte {
            b'\\' => bytes.next(),
            b'"' | 0..0x20 => return false,
            _ => continue,
        };
        let valid = match escape {
            Some(b'u') => match utf16_unit(&mut bytes) {
                // Readers refuse half a pair.
                Some(0xD800..=0xDBFF) => {
                    bytes.next() == Some(b'\\')
                        && bytes.next() == Some(b'u')
                        && matches!(utf16_unit(&mut bytes), Some(0xDC00..=0xDFFF))
                }
                Some(0xDC00..=0xDFFF) | None => false,
                Some(_) => true,
            },
            Some(letter) => br#""\/bfnrt"#.contains(&letter),
            None => false,
        };
        if !valid {
            return false;
        }
    }
    true
}

fn utf16_unit(bytes: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut unit = 0;
    for _ in 0..4 {
        unit = (unit << 4) | char::from(bytes.next()?).to_digit(16)?;
    }
    Some(unit)
}
