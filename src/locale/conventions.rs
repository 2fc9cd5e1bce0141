//! ICU's formatters for each locale, built once a thread.
//!
//! Deliberately absent: any rule of our own. ICU's data is compiled in, so building cannot fail for our locales.

use std::cell::OnceCell;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed};
use icu_decimal::DecimalFormatter;
use icu_list::ListFormatter;
use icu_list::options::ListFormatterOptions;
use icu_locale_core::{Locale as IcuLocale, locale};
use icu_plurals::PluralRules;

use super::Locale;

/// What ICU knows of one locale.
pub(super) struct Conventions {
    pub(super) decimal: DecimalFormatter,
    pub(super) plurals: PluralRules,
    pub(super) and: ListFormatter,
    pub(super) collator: CollatorBorrowed<'static>,
}

impl Conventions {
    fn new(locale: Locale) -> Self {
        const COMPILED: &str = "ICU's compiled data has cs, es, ja and en";
        let icu: IcuLocale = match locale {
            Locale::Cs => locale!("cs"),
            Locale::Es => locale!("es"),
            Locale::Ja => locale!("ja"),
            Locale::En => locale!("en"),
        };
        Conventions {
            decimal: DecimalFormatter::try_new(icu.clone().into(), Default::default()).expect(COMPILED),
            plurals: PluralRules::try_new_cardinal(icu.clone().into()).expect(COMPILED),
            and: ListFormatter::try_new_and(icu.clone().into(), ListFormatterOptions::default()).expect(COMPILED),
            collator: Collator::try_new(icu.into(), CollatorOptions::default()).expect(COMPILED),
        }
    }
}

thread_local! {
    // A thread's own, since ICU's formatters are not `Sync` in the feature set that we build them with.
    static CONVENTIONS: [OnceCell<Conventions>; Locale::ALL.len()] =
        const { [const { OnceCell::new() }; Locale::ALL.len()] };
}

impl Locale {
    /// What `ask` makes of this locale's conventions.
    pub(super) fn conventions<T>(self, ask: impl FnOnce(&Conventions) -> T) -> T {
        CONVENTIONS.with(|all| ask(all[self as usize].get_or_init(|| Conventions::new(self))))
    }
}
