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
source-baseline = základ srovnání, k němu se vztahují ostatní poměry
source-missing = není k dispozici: { $reason }
note-missing = Není k dispozici: { $reason }.
source-placed = { $what }; pokus { $experiment }, změřeno na procesoru { $machine }
source-of-experiment = { $what }; pokus { $experiment }

## Why something is not available

reason-not-measured = zatím se to neměřilo
reason-not-supported = verze workbooku, kterou se měřilo, to neměřila
reason-sink-not-offered = na tomto počítači tam výstup poslat nelze
reason-not-exposed = systém tento údaj neposkytl
reason-no-counter = procesor to nepočítá, nebo jeho počítadla virtuální počítač nevidí
reason-counter-refused = systém to tomuto uživateli počítat nedovolil
reason-counter-shared = počítadla procesoru zároveň používaly jiné programy
reason-not-counted = přesně se to nepočítalo
reason-count-varies = dva průchody téhož programu napočítaly různě, přesný počet tedy není
reason-count-too-long = počítání trvalo déle, než smělo
reason-tool-failed = program { $tool } to na měřicím počítači spočítat nedokázal
reason-no-warning-pattern = není známo, jak vypadají varování překladače { $toolchain }
reason-tool-missing = na měřicím počítači chyběl program { $tool }, který to počítá
reason-toolchain-missing = na měřicím počítači chybí { $toolchain }
reason-build-failed = program se nedá přeložit
reason-trial-failed = program neskončil tak, jak lekce ohlásila
reason-sink-keeps-nothing = není podle čeho soudit, protože se výstup v tomto cíli neukládá
reason-output-varies = výstup se běh od běhu lišil
reason-ended-by-signal = návratový kód není, protože program ukončil signál
reason-stopped = návratový kód není, protože program byl na mezi zastaven
reason-stopped-or-signal = návratový kód není, protože program byl zastaven nebo ho ukončil signál
reason-not-to-its-end = program nedoběhl do konce
reason-announced = { $reason }, jak lekce ohlásila
reason-not-reported = program nevypsal číslo tam, kde se hledalo
reason-not-defined = hodnota není definována, například kvůli dělení nulou nebo sklonu z jediného bodu
reason-too-short-to-split = běh spotřeboval příliš málo procesorového času, aby šlo odlišit čas v programu od času v jádře, což jde zhruba od 100 ms
reason-too-few-rounds = { $have } { $have-plural ->
    [one] kolo je
    [few] kola jsou
    [many] kola je
   *[other] kol je
} na interval málo, je jich potřeba aspoň { $need }

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

notice-missing = Tento pokus se neměřil, a proto má místo čísel „—“. K měření je potřeba: { $toolchains }.
notice-reference = Tato čísla nejsou z tohoto počítače, ale z referenčního počítače knihy: { $machine }. U vás mohou vyjít jinak; spusťte pokus a přesvědčte se.
notice-outdated = Od měření se změnilo něco, na čem tato čísla závisejí, například program, překladač nebo interpret. Nové měření proto může vyjít jinak.
table-caption = { $title }: mediány
head-variant = varianta
head-sink = kam se píše
head-toolchain = překladač nebo interpret
head-ratio = { $metric } v poměru k variantě { $baseline }
chart-axis = { $metric } ({ $unit })
chart-ratio-axis = poměr; 1 znamená beze změny
chart-noise = šum tohoto počítače
chart-parts = kam se poděl čas
chart-part = { $part } { $figure }
chart-trial-parts = { $trial }: { $parts }.
chart-series = { $series }: { $first } při { $first_at }, { $last } při { $last_at }.
part-user = v programu
part-kernel = v jádře
part-on-core = na procesoru
part-waiting = čekání na procesor
part-blocked = zablokováno
part-off-core = mimo procesor
chart-trial = { $variant } ({ $cell })
chart-description = { $trials } { $trials-plural ->
    [one] případ
    [few] případy
    [many] případu
   *[other] případů
}. Nejméně: { $least_trial }, { $least }. Nejvíce: { $most_trial }, { $most }.
chart-description-one = Jediný případ: { $trial }, { $figure }.
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
ending-toolchain-missing = Program se nespouštěl, protože chybí { $toolchain }.
ending-build-failed = Program se nepodařilo přeložit.
ending-not-started = Program se nepodařilo spustit: { $said }.
ending-not-supported = Program se nespouštěl: na tomto počítači tam výstup poslat nelze.
ending-exceeded-wall = Běh byl zastaven, protože trval déle než { $limit }.
ending-exceeded-cpu = Běh byl zastaven, protože spotřeboval víc než { $limit } procesorového času.
ending-exceeded-memory = Běh byl zastaven, protože zabral víc než { $limit } paměti.
ending-exceeded-output = Běh byl zastaven, protože vypsal víc než { $limit }.
ending-exceeded-processes = Běh byl zastaven, protože překročil dovolený počet procesů: { $limit }.
ending-exceeded-files = Běh byl zastaven, protože překročil dovolený počet otevřených souborů: { $limit }.
ending-exceeded-disk = Běh byl zastaven, protože na disku zabral víc než { $limit }.
ending-announced = { $what } Lekce to ohlásila předem.
ending-unannounced = { $what } Lekce to neohlásila, a tak se naměřené hodnoty nepočítají.
ending-memory = { $ending } Možná chtěl víc paměti než { $limit }, které mu meze dovolují.

## Circumstances

term-processor = procesor
term-architecture = architektura
term-virtualisation = virtualizace
term-kernel = jádro
term-libc = knihovna jazyka C
term-filesystem = souborový systém
term-governor = řízení frekvence
term-toolchain = { $name }
term-startup = prázdný program ({ $name })
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

## Šum počítače a poznámky k časům

label-control = { $baseline } podruhé
figure-interval = { $figure } ({ $interval })
ratio-alike = { $ratio } ≈
source-alike = rozdíl se neukázal: buď interval obsahuje jedničku, nebo poměr nepřesahuje šum počítače; { $source }
source-control = šum počítače: týž program podruhé; { $source }
method-noise = { $intervals } V každém kole běžela varianta, která je základem srovnání, dvakrát; oč se liší sama od sebe, je šum tohoto počítače. Poměr se znaménkem ≈ rozdíl neukazuje: jeho interval obsahuje jedničku, nebo nepřesahuje tento šum.
evidence-noise = { $told } (jenže { $baseline } se o tolik liší i samo od sebe: { $interval }; rozhodnout by mohl klidnější počítač nebo další měření)
note-all = Všechny případy
note-some = { $some } z { $all } případů
note-too-short = { $trials }: běh trvá méně než 5 ms, takže velkou část zabere samotné spuštění programu. Dejte mu víc práce, nebo sledujte, jak čas roste s velikostí úlohy.
note-slowing = { $trials }: běhy se během měření zpomalovaly. Nechte počítač vychladnout a změřte je znovu.
note-quickening = { $trials }: běhy se během měření zrychlovaly, něco se tedy ještě ustalovalo. Změřte je znovu.
note-modes = { $trials }: běhy tvoří víc skupin a medián vypovídá nanejvýš o jedné z nich. Najděte skupiny v grafu a zjistěte, čím se liší.
note-waiting = { $trials }: běhy čekaly na procesor, který zaměstnával někdo jiný; u roury a terminálu to může být i ten, kdo z nich čte. Ukončete ostatní programy a měřte znovu, nebo se řiďte procesorovým časem.
note-outliers = { $trials }: { $count } { $count-plural ->
    [one] běh leží
    [few] běhy leží
   *[other] běhů leží
} daleko od ostatních. Žádný nebyl vynechán a medián se tím posune jen málo; bude-li se to opakovat, zjistěte, co počítač dělal mezitím.
note-unlike = { $trials }: týž program, spuštěný v každém kole dvakrát, se lišil sám od sebe. Malým rozdílům zde nevěřte; ukončete ostatní programy a měřte znovu.
note-spread = { $trials }: poměr k základu srovnání kolísal mezi jednotlivými měřeními od { $low } do { $high }. Intervaly s tím počítají od tří měření.
note-budget = Čas na měření vypršel dřív, než byly hodnoty tak přesné, jak lekce žádá. Zpřesní je další měření příkazem „workbook run“.
note-most-rounds = Ani po nejvyšším povoleném počtu kol nebyly hodnoty tak přesné, jak lekce žádá. Zpřesní je další měření příkazem „workbook run“.
note-stolen = Až { $share } procesorového času připadlo jiným virtuálním počítačům na témže hostiteli. Měřte v klidnější době, nebo na vlastním počítači.
note-governor = Procesor mění frekvenci podle zátěže. Přepněte řízení frekvence na „performance“ a měřte znovu.
