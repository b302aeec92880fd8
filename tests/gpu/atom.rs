//! Atoms as types against the tables of the value level, whose rows and columns are checked against the manual and on a
//! GPU.

use tilework::algebra::{self, Rule, atom as value};
use tilework::typenum::*;
use tilework::{AnyLayout, Leaf, bound::Known, layout};
use tilework_atom::*;

/// The letters and digits of a name: `mma.sync.m8n8k4.f64` and `MmaSyncM8N8K4F64` have the same ones.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

fn text<L: AnyLayout + Known>() -> String {
    L::VALUE.to_string()
}

fn value_of<L: AnyLayout>(layout: L) -> algebra::Layout {
    layout.to_string().parse().unwrap()
}

macro_rules! types {
    ($check:ident: $($name:ident)*) => {
        [$({
            let value = $check::<$name>();
            assert_eq!(letters(stringify!($name)), letters(value.name));
            assert!(size_of::<$name>() == 0);
            value.name
        }),*]
    };
}

fn mma<A: MmaAtom>() -> &'static value::Mma {
    let value = A::VALUE;
    let extents = [A::M::VALUE.get(), A::N::VALUE.get(), A::K::VALUE.get()];
    assert_eq!(extents.map(|n| n as i64), value.shape, "{}", value.name);
    assert_eq!(A::Threads::VALUE.get() as i64, value.c().unwrap().threads(), "{}", value.name);
    assert_eq!([text::<A::A>(), text::<A::B>(), text::<A::C>()], [value.a, value.b, value.c]);
    value
}

#[test]
fn multiplications() {
    let names = types!(mma:
        MmaSyncM8N8K4F64 MmaSyncM16N8K4F64 MmaSyncM16N8K8F64 MmaSyncM16N8K16F64
        MmaSyncM16N8K8F16 MmaSyncM16N8K8Bf16 MmaSyncM16N8K16F16 MmaSyncM16N8K16Bf16
        MmaSyncM16N8K4Tf32 MmaSyncM16N8K8Tf32 MmaSyncM16N8K16S8 MmaSyncM16N8K32S8
        MmaSyncM8N8K16S8 MmaSyncM8N8K16U8 MmaSyncM16N8K16U8 MmaSyncM16N8K32U8 MmaSyncM16N8K32E4m3 MmaSyncM16N8K32E5m2
        MmaSyncM16N8K16E4m3 MmaSyncM16N8K16E5m2 MmaSyncM8N8K32S4 MmaSyncM16N8K32S4 MmaSyncM16N8K64S4
        MmaSyncM16N8K64E2m1 MmaSyncM8N8K128B1 MmaSyncM16N8K128B1 MmaSyncM16N8K256B1);
    // All rows of the table.
    assert!(names.into_iter().eq(value::MMA_SYNC.iter().map(|mma| mma.name)));
    assert_eq!(mma::<Fma>(), &value::FMA);
}

#[test]
fn warpgroup_multiplications() {
    let mut rows: Vec<&value::Mma> = Vec::new();
    macro_rules! rows {
        ($($n:ident)*: $names:tt) => {$( rows!(@ $n $names); )*};
        (@ $n:ident [$($name:ident)*]) => { rows.extend([$(mma::<$name<$n>>()),*]) };
    }
    rows!(
        U8 U16 U24 U32 U40 U48 U56 U64 U72 U80 U88 U96 U104 U112 U120 U128 U136 U144 U152 U160 U168
        U176 U184 U192 U200 U208 U216 U224 U232 U240 U248 U256: [
            WgmmaM64K16F16Ss WgmmaM64K16Bf16Ss WgmmaM64K8Tf32Ss WgmmaM64K32E4m3Ss WgmmaM64K32E5m2Ss
            WgmmaM64K16F16Rs WgmmaM64K16Bf16Rs WgmmaM64K8Tf32Rs WgmmaM64K32E4m3Rs WgmmaM64K32E5m2Rs
        ]
    );
    rows!(
        U8 U16 U24 U32 U48 U64 U80 U96 U112 U128 U144 U160 U176 U192 U208 U224 U240 U256: [
            WgmmaM64K32S8Ss WgmmaM64K32U8Ss WgmmaM64K32S8Rs WgmmaM64K32U8Rs
        ]
    );
    // All rows of the table, which name themselves.
    assert!(rows.into_iter().eq(value::WGMMA));
    macro_rules! names {
        ($($name:ident)*) => {$(
            let name = mma::<$name<U8>>().name.replace("n8k", "k");
            assert_eq!(letters(stringify!($name)), letters(&name));
        )*};
    }
    names! {
        WgmmaM64K16F16Ss WgmmaM64K16Bf16Ss WgmmaM64K8Tf32Ss WgmmaM64K32E4m3Ss WgmmaM64K32E5m2Ss
        WgmmaM64K16F16Rs WgmmaM64K16Bf16Rs WgmmaM64K8Tf32Rs WgmmaM64K32E4m3Rs WgmmaM64K32E5m2Rs
        WgmmaM64K32S8Ss WgmmaM64K32U8Ss WgmmaM64K32S8Rs WgmmaM64K32U8Rs
    }
}

#[test]
fn shared_tiles() {
    fn tile<T: SharedTile<Swizzle: tilework::bound::OffsetMap>>(
        tile: T,
        bits: i64,
    ) -> &'static str {
        assert_eq!(shared_tile(tile).to_string(), T::VALUE.layout(bits).unwrap().to_string());
        T::VALUE.name
    }
    macro_rules! tiles {
        ($($name:ident: $($bits:ident)*;)*) => {
            [$({
                let names = [$(tile($name::<$bits>::new(), $bits::I64)),*];
                assert_eq!(letters(stringify!($name)), letters(names[0]));
                names[0]
            }),*]
        };
    }
    let names = tiles! {
        WgmmaKNone: U8 U16 U32; WgmmaK32B: U8 U16 U32; WgmmaK64B: U8 U16 U32; WgmmaK128B: U8 U16 U32;
        WgmmaMnNone: U16; WgmmaMn32B: U16; WgmmaMn64B: U16; WgmmaMn128B: U16;
    };
    assert!(names.into_iter().eq(value::WGMMA_SHARED.iter().map(|tile| tile.name)));
}

#[test]
fn fragments() {
    fn fragment<F: Fragment<Layout: AnyLayout + Known>>() -> &'static value::Fragment {
        assert_eq!(text::<F::Layout>(), F::VALUE.layout, "{}", F::VALUE.name);
        let tile = [F::Rows::VALUE.get(), F::Columns::VALUE.get()];
        assert_eq!(tile.map(|n| n as i64), F::VALUE.tile, "{}", F::VALUE.name);
        F::VALUE
    }
    macro_rules! accumulators {
        ($($n:ident)*) => {
            [$({
                assert!(size_of::<WgmmaM64D<$n>>() == 0);
                fragment::<WgmmaM64D<$n>>()
            }),*]
        };
    }
    let rows = accumulators!(
        U8 U16 U24 U32 U40 U48 U56 U64 U72 U80 U88 U96 U104 U112 U120 U128 U136 U144 U152 U160 U168
        U176 U184 U192 U200 U208 U216 U224 U232 U240 U248 U256
    );
    assert!(rows.into_iter().eq(value::WGMMA_ACCUMULATORS));
    let names = types!(fragment: WgmmaM64K8Tf32A WgmmaM64K16F16A WgmmaM64K32S8A);
    assert!(names.into_iter().eq(value::WGMMA_A.iter().map(|row| row.name)));
}

#[test]
fn loads() {
    fn load<L: Load>() -> &'static value::Load {
        let value = L::VALUE;
        assert_eq!([text::<L::From>(), text::<L::To>()], [value.from, value.to], "{}", value.name);
        value
    }
    let names = types!(load:
        LdmatrixX1 LdmatrixX2 LdmatrixX4 LdmatrixX1Trans LdmatrixX2Trans LdmatrixX4Trans);
    assert!(names.into_iter().eq(value::LDMATRIX.iter().map(|row| row.name)));
}

/// Each shape of tensor memory with each number of repeats.
#[test]
fn tensor_memory() {
    fn tmem<T: Tmem>() -> (&'static str, i64) {
        let (value, repeats) = (T::VALUE, T::REPEATS);
        let of = |layout: Result<tilework::algebra::Layout, _>| layout.unwrap().to_string();
        assert_eq!(text::<T::Addresses>(), of(value.addresses(repeats)), "{}", value.name);
        assert_eq!(text::<T::ThreadValue>(), of(value.thread_value(repeats)), "{}", value.name);
        (value.name, repeats)
    }
    macro_rules! all {
        ($name:ident: $($repeats:ident)*) => {{
            let all = [$(tmem::<$name<$repeats>>()),*];
            let value = value::TMEM.iter().find(|row| row.name == all[0].0).unwrap();
            assert_eq!(letters(stringify!($name)), letters(value.name));
            let repeats = all.map(|(_, repeats)| repeats);
            let powers = (0..).map(|power| 1 << power).take_while(|&n| n <= value.repeats);
            assert!(repeats.into_iter().eq(powers), "{}", value.name);
        }};
    }
    all!(Tcgen05_32x32b: U1 U2 U4 U8 U16 U32 U64 U128);
    all!(Tcgen05_16x64b: U1 U2 U4 U8 U16 U32 U64 U128);
    all!(Tcgen05_16x128b: U1 U2 U4 U8 U16 U32 U64);
    all!(Tcgen05_16x256b: U1 U2 U4 U8 U16 U32);
    all!(Tcgen05_16x32bx2: U1 U2 U4 U8 U16 U32 U64 U128);
    all!(Tcgen05_32x32bPack16b: U1 U2 U4 U8 U16 U32 U64 U128);
    all!(Tcgen05_16x64bPack16b: U1 U2 U4 U8 U16 U32 U64 U128);
    all!(Tcgen05_16x128bPack16b: U1 U2 U4 U8 U16 U32 U64);
    all!(Tcgen05_16x256bPack16b: U1 U2 U4 U8 U16 U32);
    all!(Tcgen05_16x32bx2Pack16b: U1 U2 U4 U8 U16 U32 U64 U128);
    assert_eq!(value::TMEM.len(), 10);
    fn apart<T: Tmem>(offset: i64) {
        let of = |layout: Result<algebra::Layout, _>| layout.unwrap().to_string();
        let (value, repeats) = (T::VALUE, T::REPEATS);
        assert_eq!(text::<T::Addresses>(), of(value.addresses_apart(repeats, offset)));
        assert_eq!(text::<T::ThreadValue>(), of(value.thread_value_apart(repeats, offset)));
    }
    apart::<Tcgen05_16x32bx2<U4, U64>>(64);
    apart::<Tcgen05_16x32bx2<U8, U0>>(0);
    // The addresses that 004 prints.
    assert_eq!(tmem::<Tcgen05_32x32b<U2, U16384>>(), ("tcgen05.32x32b", 2));
    assert_eq!(text::<<Tcgen05_32x32b<U2, U16384> as Tmem>::Addresses>(), "(2,128):(1,16384)");
    tmem::<Tcgen05_16x64b<U4, U16384>>();
    tmem::<Tcgen05_16x128b<U4, U16384>>();
    tmem::<Tcgen05_16x32bx2<U4, U4, U16384>>();
    assert_eq!(tmem::<Tcgen05_16x256b<U1, U16384>>(), ("tcgen05.16x256b", 1));
    assert_eq!(
        text::<<Tcgen05_16x256b<U1, U16384> as Tmem>::Addresses>(),
        "(8,(16,4)):(1,(16384,524288))"
    );
}

/// The value level finds where instructions have their offsets in accumulators, and where they do not have them (004,
/// section 3.4.4).
#[test]
fn locations() {
    fn located(data: impl AnyLayout, instruction: impl AnyLayout) -> bool {
        let Ok(place) = algebra::locate(&value_of(data), &value_of(instruction)) else {
            return false;
        };
        for i in 0..instruction.size() {
            let at = place.offset(i as i64).unwrap() as usize;
            assert_eq!(data.offset(at), instruction.offset(i), "{data} {instruction} at {i}");
        }
        true
    }
    macro_rules! all {
        ($($count:literal $data:tt;)*) => {$({
            let data = layout!$data;
            let found = [
                located(data, addresses(Tcgen05_32x32b::<U1>::new())),
                located(data, addresses(Tcgen05_32x32b::<U2>::new())),
                located(data, addresses(Tcgen05_16x64b::<U1>::new())),
                located(data, addresses(Tcgen05_16x128b::<U1>::new())),
                located(data, addresses(Tcgen05_16x256b::<U1>::new())),
                located(data, addresses(Tcgen05_16x32bx2::<U1>::new())),
                located(data, addresses(Tcgen05_16x32bx2::<U2, U4>::new())),
            ];
            assert_eq!(found.into_iter().filter(|&found| found).count(), $count);
        })*};
    }
    all! {
        7 ((128,64):(65536,1));
        0 ((64,64):(65536,1));
        // 256 rows in two halves of the columns.
        7 (((128,2),32):((65536,32),1));
        // The lanes 0 to 15 of each warp.
        5 (((16,4),64):((65536,2097152),1));
        1 ((128,64):(65536,2));
        6 ((128,7):(65536,1));
    }
    let twice = algebra::locate(&value_of(layout!((4,2):(1,0))), &value_of(layout!(4:1)));
    assert_eq!(twice.unwrap_err().rule, Rule::Injectivity { first: 0, second: 4 });
}
