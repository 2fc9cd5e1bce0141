//! In which order a round runs its trials, and with how much padding: what keeps position and layout from mattering.
//!
//! Deliberately absent: how many rounds there are (`session`).

use super::random::SplitMix64;

/// The largest padding of the environment, in bytes: a page less one, so that the stack begins anywhere in a page.
/// Mytkowicz et al. (2009), "Producing wrong data without doing anything obviously wrong!".
pub const MOST_PADDING: u16 = 4095;

/// Draws the order of each round from a seed.
///
/// Rounds come in blocks, each of them a cyclic Latin square whose symbols and rows are shuffled. So in a block of as many
/// rounds as there are trials, each trial is once in each position. For two trials a block is ABBA or BAAB.
#[derive(Clone, Debug)]
pub(super) struct Orders {
    random: SplitMix64,
    trials: Vec<u16>,
    /// The rest of the block, its next row last.
    rows: Vec<Vec<u16>>,
}

impl Orders {
    pub(super) fn new(seed: u64, trials: Vec<u16>) -> Self {
        Orders {
            random: SplitMix64::new(seed),
            trials,
            rows: Vec::new(),
        }
    }

    /// The trials that are still run.
    pub(super) fn trials(&self) -> &[u16] {
        &self.trials
    }

    pub(super) fn next_round(&mut self) -> Vec<u16> {
        if self.rows.is_empty() {
            self.draw_block();
        }
        self.rows.pop().unwrap_or_default()
    }

    /// Runs a trial no more. What is left of its block keeps its order without it.
    pub(super) fn drop_trial(&mut self, trial: u16) {
        for row in self.rows.iter_mut().chain([&mut self.trials]) {
            row.retain(|each| *each != trial);
        }
    }

    fn draw_block(&mut self) {
        let mut symbols = self.trials.clone();
        self.random.shuffle(&mut symbols);
        self.rows = (0..symbols.len())
            .map(|shift| {
                let mut row = symbols.clone();
                row.rotate_left(shift);
                row
            })
            .collect();
        self.random.shuffle(&mut self.rows);
    }
}

/// Draws the padding of each run from the same seed, independently of the orders.
#[derive(Clone, Debug)]
pub(super) struct Paddings(SplitMix64);

impl Paddings {
    pub(super) fn new(seed: u64) -> Self {
        // Another stream of numbers: the generator's own first number is its seed.
        Paddings(SplitMix64::new(SplitMix64::new(seed).next()))
    }

    /// From 0 to [`MOST_PADDING`].
    pub(super) fn draw(&mut self) -> u16 {
        self.0.below(usize::from(MOST_PADDING) + 1) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn orders(seed: u64, trials: u16) -> Orders {
        Orders::new(seed, (0..trials).collect())
    }

    #[test]
    fn two_trials_alternate_in_who_is_first() {
        let mut seen = [false; 2];
        for seed in 0..20 {
            let mut orders = orders(seed, 2);
            let block = [orders.next_round(), orders.next_round()].concat();
            match block.as_slice() {
                [0, 1, 1, 0] => seen[0] = true,
                [1, 0, 0, 1] => seen[1] = true,
                other => panic!("neither ABBA nor BAAB: {other:?}"),
            }
        }
        assert_eq!(seen, [true; 2]);
    }

    #[test]
    fn paddings_reach_from_nothing_to_a_page() {
        let mut paddings = Paddings::new(5);
        let drawn: Vec<u16> = (0..20_000).map(|_| paddings.draw()).collect();
        assert!(drawn.iter().all(|padding| *padding <= MOST_PADDING));
        assert!(drawn.iter().min() < Some(&10) && drawn.iter().max() > Some(&4085));
    }

    #[test]
    fn there_is_an_order_of_no_trials() {
        assert!(orders(3, 0).next_round().is_empty());
    }

    proptest! {
        #[test]
        fn in_a_block_each_trial_is_once_in_each_position(seed: u64, trials in 1u16..12, blocks in 1usize..4) {
            let mut orders = orders(seed, trials);
            let all: Vec<u16> = (0..trials).collect();
            for _ in 0..blocks {
                let rows: Vec<Vec<u16>> = all.iter().map(|_| orders.next_round()).collect();
                for position in 0..all.len() {
                    let mut column: Vec<u16> = rows.iter().map(|row| row[position]).collect();
                    column.sort_unstable();
                    prop_assert_eq!(&column, &all);
                }
                for row in rows {
                    let mut row = row;
                    row.sort_unstable();
                    prop_assert_eq!(&row, &all);
                }
            }
        }

        #[test]
        fn a_seed_gives_the_same_orders_again(seed: u64, trials in 1u16..8) {
            let (mut first, mut second) = (orders(seed, trials), orders(seed, trials));
            for _ in 0..20 {
                prop_assert_eq!(first.next_round(), second.next_round());
            }
        }

        #[test]
        fn a_dropped_trial_runs_no_more(seed: u64, trials in 1u16..8, before in 0usize..10, dropped in 0u16..8) {
            let mut orders = orders(seed, trials);
            for _ in 0..before {
                orders.next_round();
            }
            orders.drop_trial(dropped);
            let left: Vec<u16> = (0..trials).filter(|trial| *trial != dropped).collect();
            for _ in 0..10 {
                let mut round = orders.next_round();
                round.sort_unstable();
                prop_assert_eq!(&round, &left);
            }
        }
    }
}
