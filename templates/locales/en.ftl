# The words of workbook in English. Numbers come as text with their units; beside a number `$rounds` stands the keyword of its
# plural, `$rounds-plural`.

## Verdicts

verdict-holds = holds
verdict-fails = fails
verdict-undecided = undecided
where-nowhere = nowhere
where-nested = { $outer } ({ $inner })

## Figures and where they come from

interval-range = { $low }–{ $high }
interval-signed = { $low } to { $high }
sittings-one = one sitting
sittings-two = two sessions, taken as one sitting
sittings-many = { $sessions } sessions
source-interval = 95% interval { $interval }, { $rounds } { $rounds-plural ->
    [one] round
   *[other] rounds
}, { $sittings }
source-exact = exact, without an interval
source-baseline = what the others are compared with
source-missing = not available: { $reason }
note-missing = Not available: { $reason }.
source-placed = { $what }; experiment { $experiment }, measured on { $machine }
source-of-experiment = { $what }; experiment { $experiment }

## Why something is not available

reason-not-measured = it has not been measured yet
reason-not-supported = the version of workbook that measured did not measure it
reason-sink-not-offered = the machine cannot send output there
reason-not-exposed = the system did not disclose the number
reason-no-counter = the processor has no counter of it, or a virtual machine does not get to see it
reason-counter-refused = the system did not let this user count it
reason-counter-shared = other programs used the processor’s counters meanwhile
reason-not-counted = no exact count was made of it
reason-count-varies = two passes over the same program counted differently, so there is no exact number
reason-count-too-long = counting took longer than it may
reason-tool-failed = { $tool } could not count it on the machine that measured
reason-no-warning-pattern = it is not known what compiler warnings of { $toolchain } look like
reason-tool-missing = { $tool }, which counts it, was not installed on the machine that measured
reason-toolchain-missing = { $toolchain } was not installed on the machine that measured
reason-build-failed = the program does not compile
reason-trial-failed = the program did not end as the lesson says
reason-sink-keeps-nothing = there is no output to go by, since this destination keeps nothing
reason-output-varies = the output differed from run to run
reason-ended-by-signal = there is no exit code, since a signal ended the program
reason-stopped = there is no exit code, since the program was stopped at a limit
reason-stopped-or-signal = there is no exit code, since the program was stopped or a signal ended it
reason-not-to-its-end = the program did not run to its end
reason-announced = { $reason }, as the lesson says
reason-not-reported = the program printed no number where one was looked for
reason-not-defined = it is not defined, being for example a division by zero or a slope through one point
reason-too-short-to-split = a run takes too little processor time to tell the program’s from the kernel’s, which is possible from about 100 ms
reason-too-few-rounds = { $have } { $have-plural ->
    [one] round is
   *[other] rounds are
} too few for an interval, which takes at least { $need }

## Claims and their evidence

need-at-least = needed: at least { $bound }
need-more = needed: more than { $bound }
need-at-most = needed: at most { $bound }
need-less = needed: below { $bound }
need-equal = needed: exactly { $bound }
need-unequal = needed: anything but { $bound }
need-within = needed: at most { $bound } apart
need-beyond = needed: more than { $bound } apart
need-near = needed: within { $bound } of { $target }
need-far = needed: more than { $bound } away from { $target }
evidence-interval = { $figure } ({ $interval }), { $need }
evidence-exact = { $figure }, { $need }
evidence-straddles = { $told } (the interval lies on both sides of that bound; measuring more may decide it)
evidence-missing = not available: { $reason }
evidence-cell = { $cell }: { $told }
evidence-axis-cell = { $cell } → { $told }
evidence-sides = { $left } against { $right }: { $told }
evidence-part = { $subject }: { $told }
evidence-part-verdict = { $told } ({ $verdict })
subject-metric = { $metric } ({ $trial })
subject-slope = { $of }, slope over { $axis }
surprise-holds = The lesson expected this to fail, and here it holds.
surprise-fails = The lesson expected this to hold, and here it fails.
label-same-output = The output is the same, byte for byte.
outputs-differ = { $one } and { $other } printed different outputs, but not within the beginnings that were kept
outputs-differ-at = { $one } and { $other } differ from line { $line } on: { $one_line } against { $other_line }
outputs-end = the end of the output

## Result panel

notice-missing = This experiment has not been measured, so its figures read “—”. Measuring it takes { $toolchains }.
notice-reference = These figures were not measured on this machine but on the book’s reference machine, { $machine }. Yours may differ; run the experiment to see.
notice-outdated = Something that decides these figures, such as a program, a compiler or an interpreter, has changed since they were measured, so new ones may differ.
table-caption = { $title }: medians
head-variant = variant
head-sink = output to
head-toolchain = compiler or interpreter
head-ratio = { $metric }, relative to { $baseline }
chart-axis = { $metric } ({ $unit })
chart-ratio-axis = ratio; at 1 there is no difference
chart-noise = the noise of this machine
chart-parts = where the time went
chart-part = { $part } { $figure }
chart-trial-parts = { $trial }: { $parts }.
chart-series = { $series }: { $first } at { $first_at }, { $last } at { $last_at }.
part-user = in the program
part-kernel = in the kernel
part-on-core = on a core
part-waiting = waiting for a core
part-blocked = blocked
part-off-core = not on a core
chart-trial = { $variant } ({ $cell })
chart-description = { $trials } trials. Least: { $least_trial }, { $least }. Most: { $most_trial }, { $most }.
chart-description-one = A single trial: { $trial }, { $figure }.
method-intervals = Figures are medians; a bar or a range shows the { $figures } confidence interval. The programs took turns, in shuffled order, and no run was left out. Each claim was decided with { $claims } confidence (if it makes several comparisons, for all of them together), so that all verdicts of the lesson are right at once at least as often as a single interval is. The interval beside a claim may therefore be wider than the one in the table, and its figure shorter by a digit.
output-empty = The program printed nothing.
output-cut = The output goes on: { $bytes } and { $lines } { $lines-plural ->
    [one] line
   *[other] lines
} in all.
question-unmeasured = The answer is not available: { $reason }.
question-undecided = This measurement cannot decide which of these is true.

## Endings

ending-exited = It ended with exit code { $code }.
ending-signalled = The signal { $signal } ended it.
ending-toolchain-missing = It was not run, since { $toolchain } is not installed.
ending-build-failed = It could not be compiled.
ending-not-started = It could not be started: { $said }.
ending-not-supported = It was not run: this machine cannot send output there.
ending-exceeded-wall = It was stopped because it ran longer than { $limit }.
ending-exceeded-cpu = It was stopped because it used more than { $limit } of processor time.
ending-exceeded-memory = It was stopped because it took more than { $limit } of memory.
ending-exceeded-output = It was stopped because it wrote more than { $limit } of output.
ending-exceeded-processes = It was stopped because it tried to have more than { $limit } processes.
ending-exceeded-files = It was stopped because it tried to have more than { $limit } files open.
ending-exceeded-disk = It was stopped because it took more than { $limit } of disk space.
ending-announced = { $what } The lesson announced this.
ending-unannounced = { $what } The lesson did not announce this, so its figures do not count.
ending-memory = { $ending } It may have wanted more memory than the { $limit } that its limits allow.

## Circumstances

term-processor = processor
term-architecture = architecture
term-virtualisation = virtualisation
term-kernel = kernel
term-libc = C library
term-filesystem = file system
term-governor = frequency governor
term-toolchain = { $name }
term-startup = an empty program ({ $name })
term-sink = output to
term-date = measured on
term-rounds = rounds
value-processor = { $model }, { $cores } { $cores-plural ->
    [one] core
   *[other] cores
}
value-no-hypervisor = none
value-not-exposed = not disclosed by the system
value-rounds = { $rounds } in { $sittings }

## Metrics

metric-wall = elapsed time
metric-cpu = processor time
metric-user = processor time in the program
metric-sys = processor time in the kernel
metric-wait = time waiting for a core
metric-memory = peak memory
metric-allocated = allocated memory
metric-bytes = output size
metric-writes = write calls
metric-syscalls = system calls
metric-one-syscall = calls of { $call }()
metric-allocations = allocations
metric-instructions = instructions
metric-faults = page faults
metric-switches = context switches
metric-warnings = compiler warnings
metric-lines = lines of output
metric-status = exit code
metric-cycles = processor cycles
metric-branch_misses = mispredicted branches
metric-cache_misses = cache misses
metric-output = output

## Sinks

sink-file = file
sink-pipe = pipe
sink-null = /dev/null
sink-tmpfs = file in memory (tmpfs)
sink-pty = terminal

## Page

page-all-chapters = All lessons
page-back = Back to the text from note
page-baseline = baseline
page-callout-answer = Answer
page-callout-caution = Caution
page-callout-fix = Fix
page-callout-important = Important
page-callout-note = Note
page-callout-question = Question
page-callout-takeaway = Takeaway
page-callout-tip = Tip
page-callout-try = Try it
page-callout-warning = Warning
page-chapters = Lessons
page-choose-language = Read in English
page-circumstances = How and where this was measured
page-claims = Claims and verdicts
page-commands = Commands
page-contents = Contents
page-endings = How runs ended
page-footnotes = Notes
page-foreign = This section has not been translated yet. Language of the original: { $language }.
page-languages = Language
page-level-advanced = advanced
page-level-beginner = beginner
page-level-intermediate = intermediate
page-link-here = Link to this section
page-measured = Measured:
page-missing = only in the original language so far: { $language }
page-next = Next
page-options = Options
page-output = Output of
page-predict = Your guess
page-predict-check = That is my guess
page-predict-close = Close.
page-predict-right = That is right.
page-predict-skip = Show it without a guess
page-predict-wrong = It came out differently.
page-previous = Previous
page-read-before = Read first:
page-results = Measured
page-skip = Skip to the text
page-slider = How many times

## The noise of this machine, and notes on times

label-control = { $baseline }, run again
figure-interval = { $figure } ({ $interval })
ratio-alike = { $ratio } ≈
source-alike = no difference is shown: either the interval has 1 in it, or the ratio is no more than the noise of this machine; { $source }
source-control = the noise of this machine: the same program a second time; { $source }
method-noise = { $intervals } In each round the baseline ran twice, and how far it differs from itself is this machine’s noise. A ratio beside which ≈ stands shows no difference: its interval has 1 in it, or it lies within that noise.
evidence-noise = { $told } (but { $baseline } differs from itself by as much: { $interval }; a quieter machine or more sessions may decide it)
note-all = All trials
note-some = { $some } of { $all } trials
note-too-short = { $trials }: a run takes less than 5 ms, so starting the program is much of it. Give it more to do, or look at how time grows with size.
note-slowing = { $trials }: runs got slower as measuring went on. Let the machine cool and measure again.
note-quickening = { $trials }: runs got faster as measuring went on, so something was still settling. Measure again.
note-modes = { $trials }: the runs fall into more than one group, and the median tells of one of them at most. Look for the groups in the chart, and for what sets them apart.
note-waiting = { $trials }: runs waited for a core that others were using; at a pipe or a terminal the reader may be one of them. Close other programs and measure again, or go by processor time.
note-outliers = { $trials }: { $count } { $count-plural ->
    [one] run lies
   *[other] runs lie
} far from the rest. None was left out, and a median moves little; if it happens again, find what else the machine was doing.
note-unlike = { $trials }: run twice in each round, the same program differed from itself. Do not trust small differences here; close other programs, and measure again.
note-spread = From session to session, the ratio of { $trials } to the baseline lay between { $low } and { $high }. The intervals above allow for that from three sessions on.
note-budget = The time for measuring ran out before the figures were as precise as the lesson asks. A further session, “workbook run”, makes them more so.
note-most-rounds = The figures were not yet as precise as the lesson asks after the most rounds allowed. A further session, “workbook run”, makes them more so.
note-stolen = Up to { $share } of the processor’s time went to other machines on the same host. Measure at a quieter time, or on a machine of your own.
note-governor = The processor changes its frequency with its load. Set the governor to “performance” and measure again.
