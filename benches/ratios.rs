//! How `JsonEncoder` compares with its peers on this machine, as ratios: times differ from machine
//! to machine and with what else it does, ratios within one run much less. `cargo bench --bench
//! ratios`.

mod contest;

use std::time::{Duration, Instant};

use contest::{Encoder, Ours, SerWriteJson, SerdeJson, SerdeJsonCore, Visitor};
use serde::Serialize;

/// Each round times all of the encoders, so that what disturbs one disturbs the others as well.
const ROUNDS: usize = 301;

/// What one encoder gets of each round. Long to the clock, short to whatever disturbs.
const TURN: Duration = Duration::from_micros(200);

const PEERS: [&str; 3] = [SerdeJson::NAME, SerdeJsonCore::NAME, SerWriteJson::NAME];

fn main() {
    contest::check();
    // `cargo test --benches` only wants to see that this works.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let [json, core, write] = PEERS;
    println!(
        "{:<16} {:>6} {:>9}  {json:>10}  {core:>15}  {write:>14}  best peer/ours",
        "host", "bytes", "ours, ns",
    );
    let mut table = Table { ratios: Vec::new() };
    contest::visit_all(&mut table);
    let mean = geometric_mean(&table.ratios);
    println!("{:<16} {mean:>77.2}", "geometric mean");
}

struct Table {
    ratios: Vec<f64>,
}

impl Visitor for Table {
    /// Prints how many times as long as ours the peers take.
    fn visit<T: Serialize>(&mut self, name: &str, value: &T) {
        let bytes = Ours::new().encode(value).len();
        let rounds = rounds(value);
        let ours = median(rounds.iter().map(|[ours, ..]| *ours));
        // The median of ratios, not the ratio of medians: what was timed in one round belongs
        // together.
        let [json, core, write] =
            [1, 2, 3].map(|peer| median(rounds.iter().map(|times| times[peer] / times[0])));
        let ratio = json.min(core).min(write);
        println!(
            "{name:<16} {bytes:>6} {ours:>9.0}  {json:>10.2}  {core:>15.2}  {write:>14.2}  {ratio:>14.2}"
        );
        self.ratios.push(ratio);
    }
}

/// Nanoseconds for a call, of all four in each round.
fn rounds<T: Serialize>(value: &T) -> Vec<[f64; 4]> {
    let mut ours = Timed::<Ours>::new(value);
    let mut json = Timed::<SerdeJson>::new(value);
    let mut core = Timed::<SerdeJsonCore>::new(value);
    let mut write = Timed::<SerWriteJson>::new(value);
    (0..ROUNDS)
        .map(|_| {
            [
                ours.time(value),
                json.time(value),
                core.time(value),
                write.time(value),
            ]
        })
        .collect()
}

struct Timed<E> {
    encoder: Box<E>,
    /// So many fill a turn.
    calls: u32,
}

impl<E: Encoder> Timed<E> {
    fn new<T: Serialize>(value: &T) -> Self {
        let mut timed = Self {
            encoder: E::new(),
            calls: 1,
        };
        while f64::from(timed.calls) * timed.time(value) < TURN.as_nanos() as f64 {
            timed.calls *= 2;
        }
        timed
    }

    fn time<T: Serialize>(&mut self, value: &T) -> f64 {
        let start = Instant::now();
        for _ in 0..self.calls {
            contest::run(&mut *self.encoder, value);
        }
        start.elapsed().as_nanos() as f64 / f64::from(self.calls)
    }
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logarithms / ratios.len() as f64).exp()
}
