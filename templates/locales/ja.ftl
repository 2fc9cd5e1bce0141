# workbookの日本語メッセージ。数は単位付きの文字列で渡される。日本語に複数形はないので `$rounds-plural` は使わない。

## Verdicts

verdict-holds = 成り立つ
verdict-fails = 成り立たない
verdict-undecided = 判定できない
where-nowhere = なし
where-nested = { $outer }（{ $inner }）

## Figures and where they come from

interval-range = { $low }〜{ $high }
interval-signed = { $low }〜{ $high }
sittings-one = 1回で測定
sittings-two = 2回に分けて測定（1回とみなす）
sittings-many = { $sessions }回に分けて測定
source-interval = 95%信頼区間 { $interval }、{ $rounds }巡、{ $sittings }
source-exact = 正確な値（区間なし）
source-baseline = 比較の基準
source-missing = 値なし：{ $reason }
note-missing = 値なし：{ $reason }。
source-placed = { $what }。実験{ $experiment }、測定環境：{ $machine }
source-of-experiment = { $what }。実験{ $experiment }

## Why something is not available

reason-not-measured = まだ測定されていません
reason-not-supported = 測定に使った版のworkbookでは測っていません
reason-sink-not-offered = このマシンではその出力先を使えません
reason-not-exposed = システムがこの値を公開していません
reason-no-counter = プロセッサにこの値を数えるカウンターがないか、仮想マシンからは見えません
reason-counter-refused = システムがこのユーザーにこの値を数えることを許可していません
reason-counter-shared = ほかのプログラムがプロセッサのカウンターを同時に使っていました
reason-not-counted = 正確な回数は数えられていません
reason-count-varies = 同じプログラムを2回数えた結果が違うため、正確な数は出せません
reason-count-too-long = 数えるのに許された時間を超えました
reason-tool-failed = 測定したマシンでは{ $tool }で数えられませんでした
reason-no-warning-pattern = { $toolchain }のコンパイラの警告の形がわかりません
reason-tool-missing = 測定したマシンに、これを数える{ $tool }がありませんでした
reason-toolchain-missing = 測定したマシンに{ $toolchain }がありません
reason-build-failed = プログラムはコンパイルできません
reason-trial-failed = プログラムがレッスンの予告どおりに終了しませんでした
reason-sink-keeps-nothing = 判断に使える出力がありません（この出力先には残りません）
reason-output-varies = 出力が実行のたびに違いました
reason-ended-by-signal = シグナルで終了したため、終了コードがありません
reason-stopped = 制限に達して停止したため、終了コードがありません
reason-stopped-or-signal = 停止されたかシグナルで終了したため、終了コードがありません
reason-not-to-its-end = プログラムは最後まで実行されません
reason-announced = レッスンの予告どおり、{ $reason }
reason-not-reported = プログラムの出力に、目当ての数値がありません
reason-not-defined = 値が定義されません（ゼロでの割り算や、1点だけの傾きなど）
reason-too-short-to-split = CPU時間が短すぎて、プログラムの分とカーネルの分に分けられません（目安は100 ms以上）
reason-too-few-rounds = { $have }巡では区間を求めるのに足りません（{ $need }巡以上必要です）

## Claims and their evidence

need-at-least = 条件：{ $bound }以上
need-more = 条件：{ $bound }より大きい
need-at-most = 条件：{ $bound }以下
need-less = 条件：{ $bound }未満
need-equal = 条件：ちょうど{ $bound }
need-unequal = 条件：{ $bound }以外
need-within = 条件：差が{ $bound }以内
need-beyond = 条件：差が{ $bound }を超える
need-near = 条件：{ $target }との差が{ $bound }以内
need-far = 条件：{ $target }との差が{ $bound }を超える
evidence-interval = { $figure }（{ $interval }）、{ $need }
evidence-exact = { $figure }、{ $need }
evidence-straddles = { $told }（区間が境目をまたいでいます。測定を重ねれば判定できるかもしれません）
evidence-missing = 値なし：{ $reason }
evidence-cell = { $cell }：{ $told }
evidence-axis-cell = { $cell } → { $told }
evidence-sides = { $left }対{ $right }：{ $told }
evidence-part = { $subject }：{ $told }
evidence-part-verdict = { $told }（{ $verdict }）
subject-metric = { $metric }（{ $trial }）
subject-slope = { $of }の傾き（{ $axis }）
surprise-holds = このレッスンは成り立たないと予想していましたが、ここでは成り立ちました。
surprise-fails = このレッスンは成り立つと予想していましたが、ここでは成り立ちませんでした。
label-same-output = 出力は1バイトも違わない。
outputs-differ = { $one }と{ $other }の出力は違いますが、保存してある先頭部分には違いがありません
outputs-differ-at = { $one }と{ $other }は{ $line }行目から違います：{ $one_line }と{ $other_line }
outputs-end = （出力の終わり）

## Result panel

notice-missing = この実験はまだ測定されていないため、数値は「—」になっています。測定には{ $toolchains }が必要です。
notice-reference = これらの数値は、このマシンではなく、本の基準マシン（{ $machine }）で測定したものです。お使いのマシンでは違う値になることがあります。実験を動かして確かめてください。
notice-outdated = 測定の後で、プログラムや処理系など、数値を左右するものが変わりました。測り直すと違う値になることがあります。
table-caption = { $title }（中央値）
head-variant = 比較対象
head-sink = 出力先
head-toolchain = 処理系
head-ratio = { $metric }の比（基準：{ $baseline }）
chart-axis = { $metric }（{ $unit }）
chart-ratio-axis = 比（1なら差なし）
chart-noise = このマシンのノイズ
chart-parts = 時間の内訳
chart-part = { $part }{ $figure }
chart-trial-parts = { $trial }：{ $parts }。
chart-series = { $series }：{ $first_at }のとき{ $first }、{ $last_at }のとき{ $last }。
part-user = プログラム
part-kernel = カーネル
part-on-core = CPU上
part-waiting = CPU待ち
part-blocked = ブロック中
part-off-core = CPU外
chart-trial = { $variant }（{ $cell }）
chart-description = { $trials }通りで測定。最小：{ $least_trial }、{ $least }。最大：{ $most_trial }、{ $most }。
chart-description-one = 1通りだけ測定。{ $trial }、{ $figure }。
method-intervals = 数値は中央値で、線分や範囲は{ $figures }信頼区間を示します。プログラムは毎巡、順番を入れ替えながら交互に実行し、測定値は一つも除外していません。主張はそれぞれ信頼水準{ $claims }で判定しています（比較が複数あれば、全体でこの水準）。こうしておけば、レッスンの判定がすべて同時に正しい確率は、一つの区間が正しい確率を下回りません。そのため、主張に添えた区間は表の区間より広く、値の桁が一つ少ないことがあります。
output-empty = プログラムは何も出力しませんでした。
output-cut = 出力には続きがあります（全体で{ $bytes }、{ $lines }行）。
question-unmeasured = 答えを出せません：{ $reason }。
question-undecided = どれが正しいかは、この測定では判定できません。

## Endings

ending-exited = 終了コード{ $code }で終了しました。
ending-signalled = シグナル{ $signal }で終了しました。
ending-toolchain-missing = { $toolchain }がインストールされていないため、実行していません。
ending-build-failed = コンパイルできませんでした。
ending-not-started = 起動できませんでした：{ $said }。
ending-not-supported = 実行していません。このマシンではその出力先を使えません。
ending-exceeded-wall = 実行時間が{ $limit }を超えたため、停止しました。
ending-exceeded-cpu = CPU時間が{ $limit }を超えたため、停止しました。
ending-exceeded-memory = メモリが{ $limit }を超えたため、停止しました。
ending-exceeded-output = 出力が{ $limit }を超えたため、停止しました。
ending-exceeded-processes = プロセスの数が{ $limit }を超えたため、停止しました。
ending-exceeded-files = 開いたファイルの数が{ $limit }を超えたため、停止しました。
ending-exceeded-disk = ディスクの使用量が{ $limit }を超えたため、停止しました。
ending-announced = { $what }レッスンで予告したとおりです。
ending-unannounced = { $what }レッスンで予告していない終わり方なので、数値は使いません。
ending-memory = { $ending }制限で許されたメモリ{ $limit }では足りなかったのかもしれません。

## Circumstances

term-processor = プロセッサ
term-architecture = アーキテクチャ
term-virtualisation = 仮想化
term-kernel = カーネル
term-libc = Cライブラリ
term-filesystem = ファイルシステム
term-governor = 周波数制御
term-toolchain = { $name }
term-startup = 空のプログラム（{ $name }）
term-sink = 出力先
term-date = 測定日
term-rounds = 巡数
value-processor = { $model }、{ $cores }コア
value-no-hypervisor = なし
value-not-exposed = 不明（システムが公開していない）
value-rounds = { $rounds }巡、{ $sittings }

## Metrics

metric-wall = 実行時間
metric-cpu = CPU時間
metric-user = プログラムのCPU時間
metric-sys = カーネルのCPU時間
metric-wait = CPUの待ち時間
metric-memory = 最大メモリ使用量
metric-allocated = 割り当てたメモリ
metric-bytes = 出力サイズ
metric-writes = 書き込み回数
metric-syscalls = システムコール数
metric-one-syscall = { $call }()の呼び出し回数
metric-allocations = メモリの割り当て回数
metric-instructions = 命令数
metric-faults = ページフォールト数
metric-switches = コンテキストスイッチ数
metric-warnings = コンパイラの警告数
metric-lines = 出力の行数
metric-status = 終了コード
metric-cycles = CPUサイクル数
metric-branch_misses = 分岐予測ミス数
metric-cache_misses = キャッシュミス数
metric-output = 出力

## Sinks

sink-file = ファイル
sink-pipe = パイプ
sink-null = /dev/null
sink-tmpfs = メモリ上のファイル（tmpfs）
sink-pty = 端末

## Page

page-all-chapters = すべてのレッスン
page-back = 本文に戻る：注
page-baseline = 比較の基準
page-callout-answer = 答え
page-callout-caution = 危険
page-callout-fix = 直し方
page-callout-important = 重要
page-callout-note = 補足
page-callout-question = 問い
page-callout-takeaway = まとめ
page-callout-tip = ヒント
page-callout-try = 試してみよう
page-callout-warning = 注意
page-chapters = レッスン
page-choose-language = 日本語で読む
page-circumstances = 測定の方法と環境
page-claims = 主張と判定
page-commands = コマンド
page-contents = 目次
page-endings = 実行の終わり方
page-footnotes = 注
page-foreign = この節はまだ翻訳されていません。原文の言語：{ $language }
page-languages = 言語
page-level-advanced = 上級
page-level-beginner = 初級
page-level-intermediate = 中級
page-link-here = この節へのリンク
page-measured = 測定値：
page-missing = まだ原文のみ：{ $language }
page-next = 次へ
page-options = 選択肢
page-output = プログラムの出力：
page-predict = 予想してみましょう
page-predict-check = 予想を決める
page-predict-close = 惜しい、近い値です。
page-predict-right = そのとおりです。
page-predict-skip = 予想せずに見る
page-predict-wrong = 結果は違っていました。
page-previous = 前へ
page-read-before = 先に読んでおくとよいレッスン：
page-results = 測定結果
page-skip = 本文へ移動
page-slider = 何倍か

## このマシンのゆらぎと、時間についての注意

label-control = { $baseline }（もう一度）
figure-interval = { $figure }（{ $interval }）
ratio-alike = { $ratio } ≈
source-alike = 差は認められない（区間に1が含まれるか、比がこのマシンのゆらぎの範囲内）。{ $source }
source-control = このマシンのゆらぎ：同じプログラムの2回目。{ $source }
method-noise = { $intervals }基準のプログラムは毎巡2回ずつ実行しており、その2回の差がこのマシンのゆらぎです。≈の付いた比には差が認められません。区間に1が含まれるか、比がこのゆらぎの範囲内にあるものです。
evidence-noise = { $told }（ただし{ $baseline }どうしでも同じくらい差が出ます：{ $interval }。静かなマシンで測るか、測定の回を増やせば判定できるかもしれません）
note-all = すべての場合
note-some = { $all }通りのうち{ $some }通り
note-too-short = { $trials }：1回の実行が5 msに満たず、プログラムの起動がかなりの部分を占めます。仕事の量を増やすか、量に応じて時間がどう伸びるかを見てください。
note-slowing = { $trials }：測定が進むにつれて遅くなりました。マシンを冷ましてから測り直してください。
note-quickening = { $trials }：測定が進むにつれて速くなりました。まだ何かが落ち着いていなかったようです。測り直してください。
note-modes = { $trials }：測定値が二つ以上のかたまりに分かれていて、中央値が表すのはせいぜいその一つです。グラフでかたまりを見つけ、何が違うのかを調べてください。
note-waiting = { $trials }：ほかの処理が使っているCPUの空きを待った実行があります。パイプや端末では、それを読む側かもしれません。ほかのプログラムを終了して測り直すか、CPU時間で比べてください。
note-outliers = { $trials }：ほかから大きく離れた測定値が{ $count }個あります。除外はしておらず、中央値はほとんど動きません。繰り返し起きるなら、マシンがほかに何をしていたかを調べてください。
note-unlike = { $trials }：毎巡2回ずつ実行した同じプログラムの間に差が出ました。ここでの小さな差は信用せず、ほかのプログラムを終了して測り直してください。
note-spread = { $trials }：基準との比は、測定の機会ごとに{ $low }から{ $high }の間でした。3回以上測れば、区間にはその差も反映されます。
note-budget = レッスンが求める精度に届く前に、測定の時間が尽きました。「workbook run」で測定の回を足すと、精度が上がります。
note-most-rounds = 許された巡数まで測っても、レッスンが求める精度に届きませんでした。「workbook run」で測定の回を足すと、精度が上がります。
note-stolen = CPU時間の最大{ $share }が、同じホスト上のほかのマシンに使われました。静かな時間帯に測るか、専用のマシンで測ってください。
note-governor = 負荷に応じてCPUの周波数が変わる設定です。周波数制御を「performance」にして測り直してください。
