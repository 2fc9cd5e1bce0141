# Slova workbooku česky. Čísla přicházejí jako text i s jednotkou; vedle čísla `$rounds` stojí klíčové slovo jeho
# množného čísla, `$rounds-plural`.

## Verdicts

verdict-holds = platí
verdict-fails = neplatí
verdict-undecided = nerozhodnuto
where-nowhere = nikde
where-nested = { $outer } ({ $inner })

## Figures and where they come from

interval-range = { $low }–{ $high }
interval-signed = { $low } až { $high }
sittings-one = jedno měření
sittings-two = dvě měření počítaná jako jedno
sittings-many = počet měření: { $sessions }
source-interval = 95% interval { $interval }, { $rounds } { $rounds-plural ->
    [one] kolo
    [few] kola
    [many] kola
   *[other] kol
}, { $sittings }
source-exact = přesně, bez intervalu
source-baseline = s tímto se ostatní porovnávají
source-missing = není k dispozici: { $reason }
note-missing = Není k dispozici: { $reason }.
source-placed = { $what }; pokus { $experiment }, změřeno na procesoru { $machine }
source-of-experiment = { $what }; pokus { $experiment }

## Why something is not available

reason-not-measured = zatím se neměřilo; změří to „workbook build“ tam, kde jsou potřebné překladače a interprety
reason-not-supported = tato verze workbooku to neměří; použijte jinou veličinu nebo novější verzi
reason-sink-not-offered = na tomto stroji tam výstup poslat nelze; změřte to tam, kde to jde
reason-not-exposed = systém tento údaj neposkytl; měřte na počítači, kde to jádro dovolí
reason-not-counted = přesně se to nespočítalo; uveďte to v některém tvrzení nebo v některé hodnotě lekce a měřte znovu
reason-count-varies = dva průchody téhož programu napočítaly různě, přesný počet tedy není; ať program dělá pokaždé totéž
reason-count-too-long = počítání trvalo déle, než smí; ať program udělá méně, nebo zvyšte „budget“ a změřte znovu příkazem „workbook run“
reason-tool-failed = program { $tool } je nainstalován, ale tady počítat nedokázal; zkuste jiný počítač nebo jeho novější verzi; znovu to zkusí „workbook run“
reason-no-warning-pattern = u { $toolchain } není řečeno, jak vypadají varování překladače; doplňte v book.toml vzor warning, má-li překladač
reason-tool-missing = chybí program { $tool }; nainstalujte ho (apt-get install { $tool }) a měřte znovu
reason-toolchain-missing = chybí { $toolchain }; nainstalujte ho a měřte znovu
reason-build-failed = program se nepodařilo přeložit; podívejte se na hlášení překladače a program opravte
reason-trial-failed = program neskončil, jak bylo ohlášeno; podívejte se, jak skončil, a opravte ho, nebo takový konec ohlaste
reason-sink-keeps-nothing = není podle čeho soudit, protože se výstup v tomto cíli neukládá; nasměrujte ho do souboru nebo do roury
reason-output-varies = výstup se běh od běhu lišil; pište pokaždé totéž
reason-ended-by-signal = program ukončil signál, takže návratový kód nemá; ohlaste místo kódu signál
reason-not-reported = program nevypsal číslo tam, kde se hledalo; zkontrolujte jeho výstup a vzor
reason-not-defined = hodnota není definována, například kvůli dělení nulou nebo sklonu z jediného bodu; zkontrolujte výraz
reason-too-short-to-split = běh spotřeboval příliš málo procesorového času, aby šlo odlišit čas v programu od času v jádře, což jde zhruba od 100 ms; použijte jejich součet cpu, nebo dejte programu víc práce
reason-too-few-rounds = { $have } { $have-plural ->
    [one] kolo je
    [few] kola jsou
    [many] kola je
   *[other] kol je
} na interval málo; změřte jich aspoň { $need }

## Claims and their evidence

need-at-least = má být aspoň { $bound }
need-more = má být víc než { $bound }
need-at-most = má být nejvýš { $bound }
need-less = má být méně než { $bound }
need-equal = má být přesně { $bound }
need-unequal = má být cokoli kromě { $bound }
need-within = lišit se smí nejvýš o { $bound }
need-beyond = lišit se má o víc než { $bound }
need-near = lišit se smí od { $target } nejvýš o { $bound }
need-far = lišit se má od { $target } o víc než { $bound }
evidence-interval = { $figure } ({ $interval }), { $need }
evidence-exact = { $figure }, { $need }
evidence-straddles = { $told } (interval zasahuje na obě strany meze; rozhodnout by mohlo víc kol)
evidence-missing = není k dispozici: { $reason }
evidence-cell = { $cell }: { $told }
evidence-axis-cell = { $cell } → { $told }
evidence-sides = { $left } proti { $right }: { $told }
evidence-part = { $subject }: { $told }
evidence-part-verdict = { $told } ({ $verdict })
subject-metric = { $metric } ({ $trial })
subject-slope = { $of }, sklon podle osy { $axis }
surprise-holds = Lekce čekala, že to platit nebude, a tady to platí.
surprise-fails = Lekce čekala, že to platit bude, a tady to neplatí.
label-same-output = Výstup je do posledního bajtu stejný.
outputs-differ = { $one } a { $other } vypsaly různé výstupy, liší se však až za uchovaným začátkem
outputs-differ-at = { $one } a { $other } se liší od řádku { $line }: { $one_line } proti { $other_line }
outputs-end = konec výstupu

## Result panel

notice-missing = Tento pokus se neměřil, a proto má místo čísel „—“. Sestavte knihu na počítači, který má { $toolchains }, a čísla se doplní.
notice-reference = Tato čísla nejsou z tohoto počítače, ale z referenčního stroje knihy: { $machine }. U vás mohou vyjít jinak; spusťte pokus a přesvědčte se.
notice-outdated = Od měření se změnilo něco, na čem tato čísla závisejí, například program, překladač nebo interpret. Sestavte knihu znovu a čísla se obnoví.
table-caption = { $title }: mediány
head-variant = varianta
head-sink = kam se píše
head-toolchain = překladač nebo interpret
head-ratio = { $metric } v poměru k variantě { $baseline }
chart-axis = { $metric } ({ $unit })
chart-trial = { $variant } ({ $cell })
chart-description = { $trials } { $trials-plural ->
    [one] měřený případ
    [few] měřené případy
    [many] měřeného případu
   *[other] měřených případů
}. Nejméně: { $least_trial }, { $least }. Nejvíce: { $most_trial }, { $most }.
chart-description-one = Jediný měřený případ: { $trial }, { $figure }.
method-intervals = Uvedené hodnoty jsou mediány; úsečka nebo rozmezí ukazuje interval se spolehlivostí { $figures }. Programy se střídaly v zamíchaném pořadí a žádný běh nebyl vynechán. O každém tvrzení se rozhodovalo se spolehlivostí { $claims } (má-li víc porovnání, pro všechna dohromady), takže verdikty celé lekce jsou všechny najednou správně alespoň tak často jako jediný interval. Interval u tvrzení proto může být širší než v tabulce a jeho hodnota může mít o číslici méně.
output-empty = Program nic nevypsal.
output-cut = Výstup pokračuje, celkem má { $bytes } a { $lines } { $lines-plural ->
    [one] řádek
    [few] řádky
    [many] řádku
   *[other] řádků
}.
question-unmeasured = Odpověď není k dispozici: { $reason }.
question-undecided = Která z možností je pravdivá, toto měření rozhodnout neumí.

## Endings

ending-exited = Běh skončil s návratovým kódem { $code }.
ending-signalled = Běh ukončil signál { $signal }.
ending-toolchain-missing = Program se nespouštěl, protože chybí { $toolchain }. Nainstalujte ho a měřte znovu.
ending-build-failed = Program se nepodařilo přeložit.
ending-not-started = Program se nepodařilo spustit: { $said }. Ověřte, že program i jeho interpret existují a smějí se spouštět.
ending-not-supported = Program se nespouštěl: na tomto stroji tam výstup poslat nelze.
ending-exceeded-wall = Běh byl zastaven, protože trval déle než { $limit }.
ending-exceeded-cpu = Běh byl zastaven, protože spotřeboval víc než { $limit } procesorového času.
ending-exceeded-memory = Běh byl zastaven, protože zabral víc než { $limit } paměti.
ending-exceeded-output = Běh byl zastaven, protože vypsal víc než { $limit }.
ending-exceeded-processes = Běh byl zastaven, protože překročil dovolený počet procesů: { $limit }.
ending-exceeded-files = Běh byl zastaven, protože překročil dovolený počet otevřených souborů: { $limit }.
ending-exceeded-disk = Běh byl zastaven, protože na disku zabral víc než { $limit }.
ending-announced = { $what } Lekce to ohlásila předem.
ending-unannounced = { $what } Lekce to neohlásila, a tak se naměřené hodnoty nepočítají.
ending-memory = { $ending } Možná chtěl víc paměti než povolených { $limit }; pokud ji potřebuje, zvyšte „memory“ v [limits].

## Circumstances

term-processor = procesor
term-architecture = architektura
term-virtualisation = virtualizace
term-kernel = jádro
term-libc = knihovna jazyka C
term-filesystem = souborový systém
term-governor = řízení frekvence
term-toolchain = { $name }
term-sink = kam se psalo
term-date = datum měření
term-rounds = kola
value-processor = { $model }, { $cores } { $cores-plural ->
    [one] jádro
    [few] jádra
    [many] jádra
   *[other] jader
}
value-no-hypervisor = žádná
value-not-exposed = systém neuvádí
value-rounds = { $rounds }, { $sittings }

## Metrics

metric-wall = doba běhu
metric-cpu = procesorový čas
metric-user = procesorový čas v programu
metric-sys = procesorový čas v jádře
metric-wait = čekání na procesor
metric-memory = nejvyšší spotřeba paměti
metric-allocated = alokovaná paměť
metric-bytes = velikost výstupu
metric-writes = volání pro zápis
metric-syscalls = systémová volání
metric-one-syscall = volání { $call }()
metric-allocations = alokace
metric-instructions = instrukce
metric-faults = výpadky stránek
metric-switches = přepnutí kontextu
metric-warnings = varování překladače
metric-lines = řádky výstupu
metric-status = návratový kód
metric-cycles = takty procesoru
metric-branch_misses = chybně předpovězené skoky
metric-cache_misses = výpadky cache
metric-output = výstup

## Sinks

sink-file = soubor
sink-pipe = roura
sink-null = /dev/null
sink-tmpfs = soubor v paměti (tmpfs)
sink-pty = terminál

## Page

page-all-chapters = Všechny lekce
page-back = Zpět k odkazu na poznámku
page-baseline = základ srovnání
page-callout-answer = Odpověď
page-callout-caution = Nebezpečí
page-callout-fix = Náprava
page-callout-important = Důležité
page-callout-note = Poznámka
page-callout-question = Otázka
page-callout-takeaway = K zapamatování
page-callout-tip = Tip
page-callout-try = Vyzkoušejte
page-callout-warning = Pozor
page-chapters = Lekce
page-choose-language = Číst česky
page-circumstances = Jak a na čem se měřilo
page-claims = Tvrzení a verdikty
page-commands = Příkazy
page-contents = Obsah
page-endings = Jak běhy skončily
page-footnotes = Poznámky
page-foreign = Tento oddíl zatím není přeložen. Jazyk originálu: { $language }.
page-languages = Jazyk
page-level-advanced = pro pokročilé
page-level-beginner = pro začátečníky
page-level-intermediate = pro mírně pokročilé
page-link-here = Odkaz na tento oddíl
page-measured = Naměřeno:
page-missing = zatím jen v původním jazyce: { $language }
page-next = Další
page-options = Možnosti
page-output = Výstup programu
page-predict = Váš odhad
page-predict-check = Odhaduji
page-predict-close = Těsně vedle.
page-predict-right = Přesně tak.
page-predict-skip = Ukázat bez odhadu
page-predict-wrong = Vyšlo to jinak.
page-previous = Předchozí
page-read-before = Přečtěte si napřed:
page-results = Naměřeno
page-skip = Přeskočit k textu
page-slider = Kolikrát

## Šum stroje a poznámky k časům

label-control = { $baseline } podruhé
ratio-interval = { $ratio } ({ $interval })
ratio-alike = { $ratio } ≈
source-alike = rozdíl se neukázal: buď interval obsahuje jedničku, nebo poměr nepřesahuje šum stroje; { $source }
source-control = šum stroje: týž program podruhé; { $source }
method-noise = { $intervals } V každém kole běžela první varianta dvakrát; oč se liší sama od sebe, je šum tohoto stroje. Poměr se znaménkem ≈ rozdíl neukazuje: jeho interval obsahuje jedničku, nebo nepřesahuje tento šum.
evidence-noise = { $told } (jenže { $baseline } se o tolik liší i samo od sebe: { $interval }; rozhodnout by mohl klidnější stroj nebo další měření)
note-all = Všechny programy
note-some = { $some } z { $all } měřených běhů
note-too-short = { $trials }: běh trvá méně než 5 ms, takže velkou část zabere samotné spuštění programu. Dejte mu víc práce, nebo sledujte, jak čas roste s velikostí úlohy.
note-slowing = { $trials }: běhy se během měření zpomalovaly. Nechte stroj vychladnout a změřte je znovu.
note-quickening = { $trials }: běhy se během měření zrychlovaly, něco se tedy ještě ustalovalo. Změřte je znovu.
note-modes = { $trials }: běhy tvoří víc skupin a medián vypovídá nanejvýš o jedné z nich. Najděte skupiny v grafu a zjistěte, čím se liší.
note-waiting = { $trials }: běhy čekaly na jádro, které zaměstnávaly jiné programy. Ukončete je a měřte znovu, nebo se řiďte procesorovým časem.
note-outliers = { $trials }: { $count } { $count-plural ->
    [one] běh leží
    [few] běhy leží
   *[other] běhů leží
} daleko od ostatních. Žádný nebyl vynechán a medián se tím posune jen málo; bude-li se to opakovat, zjistěte, co stroj dělal mezitím.
note-budget = Čas na měření vypršel dřív, než byly hodnoty tak přesné, jak lekce žádá. Zvyšte „budget“, nebo přidejte další měření příkazem „workbook run“.
note-most-rounds = Ani po nejvyšším povoleném počtu kol nebyly hodnoty tak přesné, jak lekce žádá. Zvyšte „rounds“, nebo přidejte další měření příkazem „workbook run“.
note-stolen = Až { $share } procesorového času připadlo jiným strojům na témže hostiteli. Měřte v klidnější době, nebo na vlastním stroji.
note-governor = Procesor mění frekvenci podle zátěže. Přepněte řízení frekvence na „performance“ a měřte znovu.
