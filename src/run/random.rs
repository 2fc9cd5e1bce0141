//! Random numbers that a recorded seed gives again.
//!
//! Owns the generator and shuffling. Deliberately absent: what is drawn (`order`).

use std::hash::{BuildHasher, RandomState};

/// SplitMix64: Steele, Lea & Flood (2014), "Fast splittable pseudorandom number generators". Each seed is a good one, and
/// its numbers are the same on every machine.
#[derive(Clone, Debug)]
pub(super) struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    pub(super) fn new(seed: u64) -> Self {
        SplitMix64 { state: seed }
    }

    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0. Its bias, `bound` in 2^64, is far below what could be seen.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.next()) * bound as u128;
        (wide >> 64) as usize
    }

    /// Every order is as likely as any other (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A seed that nobody chose.
pub fn random_seed() -> u64 {
    // The standard library's hashers are keyed by the system's randomness, each one anew.
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // From the reference implementation, splitmix64.c by Sebastiano Vigna, seed 1234567.
        let mut random = SplitMix64::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_order_of_three_comes_up() {
        let mut random = SplitMix64::new(7);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        // 1000 each are expected; five standard deviations are 144.
        assert!(seen.values().all(|count| (856..=1144).contains(count)), "{seen:?}");
    }

    proptest! {
        #[test]
        fn numbers_stay_below_their_bound(seed: u64, bound in 1usize..5000) {
            let mut random = SplitMix64::new(seed);
            for _ in 0..50 {
                prop_assert!(random.below(bound) < bound);
            }
        }
    }
}
