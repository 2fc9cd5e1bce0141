# Las palabras de workbook en español. Los números llegan como texto, con su unidad; junto a un número `$rounds` está la
# palabra clave de su plural, `$rounds-plural`.

## Verdicts

verdict-holds = se cumple
verdict-fails = no se cumple
verdict-undecided = sin decidir
where-nowhere = en ningún caso
where-nested = { $outer } ({ $inner })

## Figures and where they come from

interval-range = { $low }–{ $high }
interval-signed = de { $low } a { $high }
sittings-one = una sola sesión
sittings-two = dos sesiones contadas como una
sittings-many = { $sessions } sesiones
source-interval = intervalo del 95 %: { $interval }, { $rounds } { $rounds-plural ->
    [one] ronda
   *[other] rondas
}, { $sittings }
source-exact = exacto, sin intervalo
source-baseline = la referencia: con esta variante se comparan las demás
source-missing = no disponible: { $reason }
note-missing = No disponible: { $reason }.
source-placed = { $what }; experimento { $experiment }, medido en un procesador { $machine }
source-of-experiment = { $what }; experimento { $experiment }

## Why something is not available

reason-not-measured = aún no se ha medido
reason-not-supported = la versión de workbook con la que se midió no lo medía
reason-sink-not-offered = la máquina no puede enviar la salida a ese destino
reason-not-exposed = el sistema no ha dado este dato
reason-no-counter = el procesador no lo cuenta, o la máquina virtual no ve sus contadores
reason-counter-refused = el sistema no dejó que este usuario lo contara
reason-counter-shared = otros programas usaban a la vez los contadores del procesador
reason-not-counted = no se ha contado con exactitud
reason-count-varies = dos pasadas del mismo programa contaron distinto, así que no hay un número exacto
reason-count-too-long = el recuento tardó más de lo permitido
reason-tool-failed = { $tool } no pudo contarlo en la máquina que midió
reason-no-warning-pattern = no se sabe qué aspecto tienen las advertencias del compilador de { $toolchain }
reason-tool-missing = en la máquina que midió faltaba { $tool }, el programa que lo cuenta
reason-toolchain-missing = en la máquina que midió falta { $toolchain }
reason-build-failed = el programa no compila
reason-trial-failed = el programa no terminó como anuncia la lección
reason-sink-keeps-nothing = no hay salida con la que comparar, porque ese destino no la guarda
reason-output-varies = la salida cambió de una ejecución a otra
reason-ended-by-signal = no hay código de salida, porque una señal puso fin al programa
reason-stopped = no hay código de salida, porque el programa se detuvo al llegar a un límite
reason-stopped-or-signal = no hay código de salida, porque el programa se detuvo o una señal le puso fin
reason-not-to-its-end = el programa no llegó hasta el final
reason-announced = { $reason }, como anuncia la lección
reason-not-reported = el programa no imprimió ningún número donde se buscaba
reason-not-defined = no está definido, como una división por cero o una pendiente con un solo punto
reason-too-short-to-split = la ejecución consume demasiado poco procesador para separar el tiempo del programa del tiempo del núcleo, lo que solo es posible a partir de unos 100 ms
reason-too-few-rounds = { $have } { $have-plural ->
    [one] ronda es poco
   *[other] rondas son pocas
} para un intervalo; hacen falta al menos { $need }

## Claims and their evidence

need-at-least = debe ser al menos { $bound }
need-more = debe ser más de { $bound }
need-at-most = debe ser como mucho { $bound }
need-less = debe ser menos de { $bound }
need-equal = debe ser exactamente { $bound }
need-unequal = debe ser distinto de { $bound }
need-within = diferencia máxima admitida: { $bound }
need-beyond = diferencia exigida: más de { $bound }
need-near = diferencia máxima admitida respecto a { $target }: { $bound }
need-far = diferencia exigida respecto a { $target }: más de { $bound }
evidence-interval = { $figure } ({ $interval }), { $need }
evidence-exact = { $figure }, { $need }
evidence-straddles = { $told } (el intervalo abarca ambos lados del límite; más rondas podrían decidirlo)
evidence-missing = no disponible: { $reason }
evidence-cell = { $cell }: { $told }
evidence-axis-cell = { $cell } → { $told }
evidence-sides = { $left } frente a { $right }: { $told }
evidence-part = { $subject }: { $told }
evidence-part-verdict = { $told } ({ $verdict })
subject-metric = { $metric } ({ $trial })
subject-slope = { $of }, pendiente según { $axis }
surprise-holds = La lección esperaba que no se cumpliera, y aquí se cumple.
surprise-fails = La lección esperaba que se cumpliera, y aquí no se cumple.
label-same-output = La salida es la misma, byte por byte.
outputs-differ = { $one } y { $other } imprimieron salidas distintas, pero la diferencia está más allá del comienzo que se ha guardado
outputs-differ-at = { $one } y { $other } difieren a partir de la línea { $line }: { $one_line } frente a { $other_line }
outputs-end = fin de la salida

## Result panel

notice-missing = Este experimento no se ha medido; por eso sus cifras aparecen como «—». Para medirlo hace falta { $toolchains }.
notice-reference = Estas cifras no se han medido en esta máquina, sino en la de referencia del libro: { $machine }. En la tuya pueden ser otras; ejecuta el experimento y compruébalo.
notice-outdated = Desde que se midieron estas cifras ha cambiado algo de lo que dependen, como un programa, un compilador o un intérprete; una nueva medición puede dar otras.
table-caption = { $title }: medianas
head-variant = variante
head-sink = destino de la salida
head-toolchain = compilador o intérprete
head-ratio = { $metric } respecto a { $baseline }
chart-axis = { $metric } ({ $unit })
chart-ratio-axis = proporción; 1 es sin diferencia
chart-noise = el ruido de esta máquina
chart-parts = en qué se fue el tiempo
chart-part = { $part } { $figure }
chart-trial-parts = { $trial }: { $parts }.
chart-series = { $series }: { $first } con { $first_at }, { $last } con { $last_at }.
part-user = en el programa
part-kernel = en el núcleo
part-on-core = en el procesador
part-waiting = a la espera de procesador
part-blocked = bloqueado
part-off-core = fuera del procesador
chart-trial = { $variant } ({ $cell })
chart-description = { $trials } { $trials-plural ->
    [one] caso
   *[other] casos
}. Mínimo: { $least_trial }, { $least }. Máximo: { $most_trial }, { $most }.
chart-description-one = Un solo caso: { $trial }, { $figure }.
method-intervals = Las cifras son medianas; una barra o un rango muestra el intervalo de confianza del { $figures }. Los programas se ejecutaron por turnos en orden aleatorio y no se descartó ninguna ejecución. Cada afirmación se decidió con una confianza del { $claims } (si consta de varias comparaciones, para todas en conjunto), de modo que todos los veredictos de la lección son correctos a la vez al menos con la misma frecuencia que un solo intervalo. Por eso el intervalo que acompaña a una afirmación puede ser más ancho que el de la tabla, y su valor, tener una cifra menos.
output-empty = El programa no imprimió nada.
output-cut = La salida continúa: { $bytes } y { $lines } { $lines-plural ->
    [one] línea
   *[other] líneas
} en total.
question-unmeasured = La respuesta no está disponible: { $reason }.
question-undecided = Esta medición no permite decidir cuál de las opciones es cierta.

## Endings

ending-exited = Terminó con el código de salida { $code }.
ending-signalled = Terminó por la señal { $signal }.
ending-toolchain-missing = No se ejecutó porque falta { $toolchain }.
ending-build-failed = No se pudo compilar.
ending-not-started = No se pudo ejecutar: { $said }.
ending-not-supported = No se ejecutó: esta máquina no puede enviar la salida a ese destino.
ending-exceeded-wall = Se detuvo porque duró más de { $limit }.
ending-exceeded-cpu = Se detuvo porque consumió más de { $limit } de tiempo de procesador.
ending-exceeded-memory = Se detuvo porque ocupó más de { $limit } de memoria.
ending-exceeded-output = Se detuvo porque escribió más de { $limit } de salida.
ending-exceeded-processes = Se detuvo porque intentó tener más procesos de los permitidos: { $limit }.
ending-exceeded-files = Se detuvo porque intentó tener más archivos abiertos de los permitidos: { $limit }.
ending-exceeded-disk = Se detuvo porque ocupó más de { $limit } de disco.
ending-announced = { $what } La lección lo había anunciado.
ending-unannounced = { $what } La lección no lo había anunciado, así que sus cifras no cuentan.
ending-memory = { $ending } Quizá quiso más memoria que los { $limit } que permiten sus límites.

## Circumstances

term-processor = procesador
term-architecture = arquitectura
term-virtualisation = virtualización
term-kernel = núcleo
term-libc = biblioteca de C
term-filesystem = sistema de archivos
term-governor = regulador de frecuencia
term-toolchain = { $name }
term-startup = programa vacío ({ $name })
term-sink = destino de la salida
term-date = fecha de la medición
term-rounds = rondas
value-processor = { $model }, { $cores } { $cores-plural ->
    [one] núcleo
   *[other] núcleos
}
value-no-hypervisor = ninguna
value-not-exposed = el sistema no lo indica
value-rounds = { $rounds }, { $sittings }

## Metrics

metric-wall = duración
metric-cpu = tiempo de procesador
metric-user = tiempo de procesador en el programa
metric-sys = tiempo de procesador en el núcleo
metric-wait = tiempo a la espera de procesador
metric-memory = memoria máxima
metric-allocated = memoria asignada
metric-bytes = tamaño de la salida
metric-writes = llamadas de escritura
metric-syscalls = llamadas al sistema
metric-one-syscall = llamadas a { $call }()
metric-allocations = asignaciones de memoria
metric-instructions = instrucciones
metric-faults = fallos de página
metric-switches = cambios de contexto
metric-warnings = advertencias del compilador
metric-lines = líneas de salida
metric-status = código de salida
metric-cycles = ciclos de procesador
metric-branch_misses = saltos mal predichos
metric-cache_misses = fallos de caché
metric-output = salida

## Sinks

sink-file = archivo
sink-pipe = tubería
sink-null = /dev/null
sink-tmpfs = archivo en memoria (tmpfs)
sink-pty = terminal

## Page

page-all-chapters = Todas las lecciones
page-back = Volver a la llamada de la nota
page-baseline = referencia
page-callout-answer = Respuesta
page-callout-caution = Peligro
page-callout-fix = Solución
page-callout-important = Importante
page-callout-note = Nota
page-callout-question = Pregunta
page-callout-takeaway = Para recordar
page-callout-tip = Consejo
page-callout-try = Pruébalo
page-callout-warning = Atención
page-chapters = Lecciones
page-choose-language = Leer en español
page-circumstances = Cómo y dónde se midió
page-claims = Afirmaciones y veredictos
page-commands = Comandos
page-contents = Contenido
page-endings = Cómo terminaron las ejecuciones
page-footnotes = Notas
page-foreign = Esta sección aún no está traducida. Idioma del original: { $language }.
page-languages = Idioma
page-level-advanced = nivel avanzado
page-level-beginner = nivel inicial
page-level-intermediate = nivel intermedio
page-link-here = Enlace a esta sección
page-measured = Medido:
page-missing = por ahora solo en el idioma original: { $language }
page-next = Siguiente
page-options = Opciones
page-output = Salida del programa
page-predict = Tu apuesta
page-predict-check = Apostar
page-predict-close = Por poco.
page-predict-right = ¡Exacto!
page-predict-skip = Ver sin apostar
page-predict-wrong = Ha salido otra cosa.
page-previous = Anterior
page-read-before = Lee antes:
page-results = Resultados medidos
page-skip = Saltar al texto
page-slider = Cuántas veces

## El ruido de esta máquina y notas sobre los tiempos

label-control = { $baseline }, otra vez
figure-interval = { $figure } ({ $interval })
ratio-alike = { $ratio } ≈
source-alike = no se aprecia diferencia: o el intervalo contiene el 1, o el cociente no supera el ruido de esta máquina; { $source }
source-control = el ruido de esta máquina: el mismo programa por segunda vez; { $source }
method-noise = { $intervals } En cada ronda, la variante de referencia se ejecutó dos veces; lo que difiere de sí misma es el ruido de esta máquina. Un cociente con el signo ≈ no muestra diferencia: su intervalo contiene el 1 o no supera ese ruido.
evidence-noise = { $told } (pero { $baseline } difiere otro tanto de sí mismo: { $interval }; una máquina más tranquila o más sesiones podrían decidirlo)
note-all = Todos los casos
note-some = { $some } de { $all } casos
note-too-short = { $trials }: cada ejecución dura menos de 5 ms, así que buena parte se va en arrancar el programa. Dale más trabajo o mira cómo crece el tiempo con el tamaño.
note-slowing = { $trials }: las ejecuciones se fueron haciendo más lentas durante la medición. Deja que la máquina se enfríe y vuelve a medir.
note-quickening = { $trials }: las ejecuciones se fueron haciendo más rápidas durante la medición, señal de que algo aún no se había estabilizado. Vuelve a medir.
note-modes = { $trials }: las ejecuciones forman más de un grupo y la mediana habla, como mucho, de uno de ellos. Busca los grupos en el gráfico y averigua qué los distingue.
note-waiting = { $trials }: las ejecuciones esperaron un procesador que otros ocupaban; en una tubería o una terminal puede ser quien lee de ella. Cierra los demás programas y vuelve a medir, o guíate por el tiempo de procesador.
note-outliers = { $trials }: { $count } { $count-plural ->
    [one] ejecución queda
   *[other] ejecuciones quedan
} lejos del resto. No se descartó ninguna y la mediana apenas se mueve; si se repite, averigua qué más hacía la máquina.
note-unlike = { $trials }: el mismo programa, ejecutado dos veces en cada ronda, difirió de sí mismo. No te fíes aquí de las diferencias pequeñas; cierra los demás programas y vuelve a medir.
note-spread = { $trials }: de una sesión a otra, la proporción respecto a la referencia varió entre { $low } y { $high }. A partir de tres sesiones, los intervalos lo tienen en cuenta.
note-budget = El tiempo para medir se agotó antes de que las cifras fueran tan precisas como pide la lección. Otra sesión, con «workbook run», las hará más precisas.
note-most-rounds = Con el máximo de rondas permitido, las cifras aún no eran tan precisas como pide la lección. Otra sesión, con «workbook run», las hará más precisas.
note-stolen = Hasta el { $share } del tiempo de procesador se lo llevaron otras máquinas del mismo anfitrión. Mide en un momento más tranquilo o en una máquina propia.
note-governor = El procesador cambia de frecuencia según la carga. Pon el regulador en «performance» y vuelve a medir.
