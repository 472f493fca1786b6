//! What each encoder takes for each value, on this machine. `cargo bench --bench host`, and behind
//! it for example `-- text` for some of the values.

mod contest;

use contest::{Encoder, Ours, SerWriteJson, SerdeJson, SerdeJsonCore, workloads};
use divan::Bencher;
use divan::counter::BytesCount;
use serde::Serialize;

fn main() {
    contest::check();
    divan::main();
}

fn time<E: Encoder, T: Serialize>(bencher: Bencher, value: &T) {
    let mut encoder = E::new();
    let length = encoder.encode(value).len();
    bencher
        .counter(BytesCount::new(length))
        .bench_local(|| contest::run(&mut *encoder, value));
}

macro_rules! values {
    ($($name:ident: $value:expr,)*) => {$(
        #[divan::bench(types = [Ours, SerdeJson, SerdeJsonCore, SerWriteJson])]
        fn $name<E: Encoder>(bencher: Bencher) {
            time::<E, _>(bencher, &$value);
        }
    )*};
}

values! {
    weather: workloads::weather(),
    log: workloads::log(),
    floats: workloads::floats(),
    text: workloads::text(),
    nested: workloads::nested(),
    long_text: contest::long_text(),
    long_list: contest::long_list(),
}
