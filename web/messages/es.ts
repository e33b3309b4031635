/** The texts of people's pages in Spanish. A machine drafted them; no speaker has reviewed them. */
import type { PeopleMessages } from './en.ts';

export const es: PeopleMessages = {
  shell: {
    skip: 'Ir al contenido',
    navigation: 'Páginas',
    about: 'Funciona con Prosopon, biometría facial abierta.',
    responsible: 'Quién es responsable',
    controller: 'Responsable del tratamiento',
    retention: 'Plazo de conservación de los datos',
    contact: 'Contacto',
    privacy: 'Privacidad',
    imprint: 'Aviso legal',
    documentation: 'Documentación',
    reference: 'Referencia de la API',
    language: 'Idioma',
    drafted: 'Estos textos son una traducción automática.',
    theme: 'Tema: {theme}',
    themes: { system: 'el del sistema', light: 'claro', dark: 'oscuro' },
    cancel: 'Cancelar',
    close: 'Cerrar',
    copy: 'Copiar',
    copied: 'Copiado',
    notCopied: 'El navegador no lo ha copiado. Ahora está seleccionado: cópielo a mano.',
  },

  landing: {
    title: 'Inicio',
    heading: '{name} le reconoce por su rostro',
    lead: 'En los sitios web que lo ofrecen, inicie sesión mirando a la cámara: sin contraseña y sin nada que recordar.',
    profile: 'Mi perfil',
    profileWhat:
      'Consulte, descargue y borre lo que se guarda sobre usted; retire el acceso a los sitios web.',
    register: 'Crear cuenta',
    registerWhat: 'Un nombre, su consentimiento y tres fotos. Se tarda medio minuto.',
    sites:
      'Para iniciar sesión en un sitio web, empiece en él: le traerá aquí y después le llevará de vuelta.',
    desk: 'Para quienes gestionan este servicio',
    admin: 'Administración',
    playground: 'Página de pruebas',
  },

  notFound: {
    title: 'Esta página no existe',
    advice:
      'Puede que la dirección esté mal escrita o que la página haya caducado. Para iniciar sesión, empiece en el sitio web al que quiere entrar.',
    start: 'Ir a la página de inicio',
  },

  logout: {
    title: 'Cerrar sesión',
    as: 'Aquí ha iniciado sesión {name}.',
    by: '{client} pide cerrar su sesión.',
    others: 'Los demás sitios que abrió con esta sesión volverán a pedirle que muestre el rostro.',
    yes: 'Cerrar sesión',
    no: 'Seguir conectado',
    now: 'Cerrando la sesión …',
    done: 'Sesión cerrada',
    close: 'Puede cerrar esta ventana.',
    stayed: 'La sesión sigue abierta',
  },

  loginError: {
    title: 'No es posible iniciar sesión',
    advice: 'No se ha transmitido ningún dato. Vuelva a la aplicación e inténtelo de nuevo.',
    details: 'Para sus desarrolladores:',
    reasons: {
      invalid_client: 'Este servicio no conoce la aplicación desde la que llega.',
      invalid_redirect_uri:
        'La aplicación quiere enviarle de vuelta a una dirección que no tiene registrada.',
      busy: 'Desde su red se han iniciado demasiados accesos. Espere un minuto e inténtelo de nuevo.',
      expired: 'El inicio de sesión ha tardado demasiado o ya ha terminado.',
      other: 'La aplicación ha enviado una solicitud a la que no se puede responder.',
    },
  },

  account: {
    loading: 'Un momento…',
    checking: 'Comprobando…',
    identifier: 'Nombre o correo electrónico',
    next: 'Continuar',
    noAccount: '¿Aún no tiene cuenta?',
    register: 'Crear cuenta',
    as: 'Como {identifier}.',
    somebodyElse: '¿No es usted?',
    show: 'Mostrar mi rostro',
    showAgain: 'Reintentar',
    again: 'Reintentar',
    changedElsewhere:
      'Esto ha cambiado en otra ventana o en otro dispositivo. Este es el estado actual.',
    move: 'Mire de frente a la cámara y luego gire un poco la cabeza.',
    moveTo: 'Mire de frente a la cámara y luego mueva la cabeza {direction}.',
    promise: 'Las fotos se envían a este servicio; no se guardan.',
    code: 'Código de su app de autenticación',
    codeHint: 'Seis cifras que cambian cada medio minuto.',
    back: 'Atrás',
    signInAgain: 'Vuelva a iniciar sesión: ha pasado un tiempo desde la última vez.',
    stepUp: 'Volver a iniciar sesión',
    stepUpWhy:
      'Inició sesión hace más de diez minutos. Muestre de nuevo su rostro para poder continuar.',
    sessionOver: 'Su sesión ha terminado. Muestre de nuevo su rostro para poder continuar.',
    administratorsNeed:
      'Usted administra este servicio. Por eso, en cada inicio de sesión se le pide, además del rostro, un segundo factor: un código de una app de autenticación o una llave de acceso. Configure uno para continuar.',
    setUpApp: 'Configurar una app de autenticación',
    whatAuthenticatorsAre:
      'Una app de autenticación muestra en su teléfono seis cifras que cambian cada medio minuto. Muchos gestores de contraseñas también incluyen una.',
    serviceStarts: 'El servicio se está iniciando.',
    goesOn: 'Esta página continuará por sí sola en cuanto el servicio esté listo.',
    cannotLook: 'Este servicio no puede analizar rostros ahora.',
    onlyOperator: 'Solo su operador puede resolverlo. Vuelva más tarde o avísele.',
    notPassed: 'No ha funcionado',
    stillNot: '¿Sigue sin funcionar?',
    stillNotHelps: [
      'Busque una luz uniforme que venga de frente, no de atrás.',
      'Quítese lo que no llevaba al registrar su rostro: gafas de sol, mascarilla, gorro.',
      'Sostenga la cámara a la altura de los ojos.',
      '¿Es correcto el nombre? Debe ser el que eligió al crear la cuenta.',
    ],
    otherWay:
      'Si no lo consigue, quien gestiona este servicio puede enviarle un enlace para registrar su rostro de nuevo.',
    tooMany: 'Demasiados intentos fallidos.',
    wait: 'Espere {time}.',
    waited: 'Ya puede volver a intentarlo.',
    refusals: {
      0: 'El servicio no responde. ¿Tiene conexión a internet?',
      400: 'Alguno de los datos no es válido.',
      401: 'Su sesión ha terminado. Vuelva a cargar esta página.',
      403: 'No tiene permiso para hacer esto.',
      404: 'Esta página ha caducado. Vuelva a cargarla.',
      409: 'Entretanto se ha empezado otro inicio de sesión. Empiece de nuevo.',
      413: 'Las fotos son demasiado grandes.',
      500: 'El servicio ha fallado. Inténtelo de nuevo en un momento.',
      503: 'El servicio no puede analizar rostros ahora. Inténtelo de nuevo en un momento.',
      other: 'El servicio lo ha rechazado (estado {status}).',
    },
  },

  login: {
    title: 'Iniciar sesión',
    titles: {
      identify: 'Iniciar sesión en {client}',
      face: 'Muestre su rostro',
      'second-factor': 'Un último paso: su código',
      consent: '¿Iniciar sesión en {client}?',
      leaving: 'Listo',
    },
    ended:
      'Este inicio de sesión ha terminado o ha caducado. Vuelva a la aplicación y empiece de nuevo.',
    demandsSecondFactor:
      '{client} pide un segundo factor en cada inicio de sesión. Configure uno y el inicio de sesión continuará.',
    asks: '{client} recibirá:',
    knows: 'Esto ya lo aceptó antes: {scopes}',
    noFace: '{client} no ve ni sus fotos ni su plantilla. Puede retirarle el acceso en su perfil.',
    allow: 'Aceptar e iniciar sesión',
    leaving: 'Volviendo a {client}…',
    cancel: 'Cancelar y volver a {client}',
    elsewhere: 'Abra allí {client} e inicie sesión.',
  },

  livenessSession: {
    title: 'Demuestre que está realmente ahí',
    titles: {
      open: '{client} le pide que demuestre que está realmente ahí',
      succeeded: 'Listo',
      failed: 'No ha funcionado',
      expired: 'El tiempo se ha agotado',
    },
    what: 'Mire a la cámara y gire la cabeza. {client} sabrá si lo ha hecho una persona real y si es la persona esperada.',
    promise:
      'Las imágenes se envían a este servicio. {client} puede recibir una de ellas. Todas se borran en un plazo de dos horas.',
    left: 'Intentos restantes: {number}',
    ends: {
      succeeded: '{client} recibe el resultado de este servicio.',
      failed: 'Vuelva a {client} y empiece de nuevo.',
      expired: 'Vuelva a {client} y empiece de nuevo.',
    },
    back: 'Volver a {client}',
    phone: 'Continuar en el teléfono',
    scan: 'Escanee este código con la cámara del teléfono. Esta página se actualiza sola.',
    gone: 'Este enlace ha caducado o está incompleto. Vuelva a la aplicación y empiece de nuevo.',
  },

  signInTitles: {
    identify: 'Iniciar sesión en su perfil',
    face: 'Muestre su rostro',
    'second-factor': 'Un último paso: su código',
    'second-factor-set-up': 'Configure su segundo factor',
  },

  passkeys: {
    step: 'Un último paso: su llave de acceso',
    unlock: 'Desbloquee una llave de acceso como desbloquea su teléfono u ordenador.',
    use: 'Usar mi llave de acceso',
    insteadOfFace: 'Usar una llave de acceso en lugar del rostro',
    codeInstead: 'Usar un código',
    cancelled: 'No se usó ninguna llave de acceso. Inténtelo de nuevo o de otra manera.',
    notHere: 'Este navegador, o esta dirección, no admite llaves de acceso.',
    title: 'Llaves de acceso',
    one: 'Llave de acceso',
    what: 'Una llave de acceso se guarda en su teléfono, ordenador o llave de seguridad. La desbloquea como el dispositivo: con la huella, el rostro o el PIN, que nunca salen de él.',
    goodFor: 'En un navegador que no se conoce, puede mostrarla después de su cara.',
    goodForBoth:
      'En un navegador que no se conoce, puede mostrarla después de su cara. También abre este perfil cuando no se reconoce su cara.',
    made: 'Añadida: {time}.',
    used: 'Último uso: {time}.',
    synced: 'Disponible en varios de sus dispositivos.',
    add: 'Añadir una llave de acceso',
    notAdded: 'No se pudo añadir esta llave de acceso. Quizá ya se había añadido.',
    addCancelled: 'No se añadió ninguna llave de acceso. Puede intentarlo de nuevo cuando quiera.',
    remove: 'Quitar',
    removeQuestion: '¿Quitar la llave de acceso «{name}»?',
    removeWarning: 'Ya no servirá para iniciar sesión. Elimínela también de su dispositivo.',
    removeLast: 'Es su última llave de acceso, y no tiene ninguna aplicación de autenticación.',
  },

  browsers: {
    unknown: 'Su cuenta no conoce este navegador, así que hace falta algo más que su cara.',
    remember: 'Recordar este navegador',
    rememberWhy:
      'A partir de entonces basta aquí con su cara. No lo elija en un dispositivo que usen otras personas.',
    noWay:
      'Su cuenta no tiene otra forma de iniciar sesión. Pida al operador de este servicio un enlace de un solo uso.',
    step: 'Una cosa más',
    furtherWay: 'Este cambio necesita algo más que su cara.',
    needed:
      'Este cambio necesita un navegador que su cuenta conozca. Permita que se recuerde este para continuar.',
    keepsNothing:
      'Este navegador no guarda claves, así que no se puede recordar. Quizá sea una ventana privada.',
    title: 'Navegadores conocidos',
    what: 'En un navegador conocido basta con su cara. Cada uno guarda una clave que no se puede copiar.',
    none: 'No se conoce ningún navegador.',
    unnamed: 'Un navegador',
    times: 'Conocido desde {created}, usado por última vez {used}.',
    forget: 'Olvidar',
    forgetQuestion: '¿Olvidar «{name}»?',
    forgetWarning:
      'Sus sesiones terminan. El próximo inicio de sesión allí necesitará algo más que su cara.',
  },

  recovery: {
    title: 'Códigos de recuperación',
    what: 'Cada código vale una vez, en lugar de otra forma de iniciar sesión, cuando usa un navegador nuevo.',
    keep: 'Anótelos o imprímalos ahora: no se mostrarán de nuevo.',
    copy: 'Copiarlos',
    copied: 'Copiados',
    code: 'Código de recuperación',
    codeOrRecovery: 'Código de su aplicación o un código de recuperación',
    hint: 'Dieciséis letras y cifras de la lista que guardó.',
    left: 'Códigos sin usar: {number}',
    none: 'No tiene códigos de recuperación. Cree algunos para poder iniciar sesión sin este navegador.',
    make: 'Crear códigos nuevos',
    replaces: 'Los códigos anteriores dejarán de valer.',
  },

  mailLink: {
    ask: 'Enviarme un enlace por correo',
    sent: 'Revise su correo',
    openHere:
      'Si esta cuenta tiene una dirección de correo confirmada, hemos enviado un enlace. Ábralo en este navegador en los próximos 15 minutos y continúe en la página que se abra.',
    nothingCame:
      '¿No ha llegado nada? Mire en el correo no deseado. Cada dirección recibe como máximo cinco correos por hora.',
    again: 'Enviarme otro enlace',
    title: 'Iniciar sesión con el enlace',
    onlyIfAsked: 'Continúe solo si usted mismo pidió este enlace. Solo sirve una vez.',
    open: 'Iniciar sesión',
    elsewhere:
      'Este enlace solo sirve en el navegador en el que lo pidió, y solo mientras dure ese inicio de sesión. Ábralo allí o pida otro.',
  },

  enrolFace: {
    better: 'Estas fotos se pueden mejorar. Puede tomar otras en su perfil.',
    consent: 'Su consentimiento',
    rights:
      'Puede consultar, descargar y borrar lo que se guarda, y reclamar ante una autoridad de protección de datos.',
    version: 'Versión {version} de este texto.',
    agree: 'Doy mi consentimiento',
    samePerson:
      'Las fotos sustituirán al rostro registrado antes y deben mostrar a la misma persona. Si el servicio ya no le reconoce, pida un enlace de un solo uso.',
    start: 'Tomar las fotos',
    how: 'Tres fotos: mire de frente, luego mueva un poco la cabeza {direction} y después {back}.',
    expired: 'Ahora se pide otro movimiento. Tome las fotos de nuevo.',
    changed: 'El texto del consentimiento ha cambiado entretanto. Léalo de nuevo.',
    review: '¿Están bien las fotos?',
    reviewHelp:
      'El rostro debe verse entero, nítido, con luz uniforme y con los ojos abiertos. Todavía no se ha enviado nada.',
    picture: 'Foto {n} de {of}',
    send: 'Enviar las fotos',
    kept: 'Sus fotos siguen aquí',
    keptHelp: 'Aún no se han comprobado. Envíelas otra vez o tome otras nuevas.',
    takeAgain: 'Tomarlas de nuevo',
    thumbnail: 'Su rostro, guardado el {time}',
  },

  register: {
    title: 'Crear cuenta',
    titles: {
      loading: 'Crear cuenta',
      name: 'Crear cuenta',
      face: 'Su rostro',
      done: 'Su rostro está registrado',
      registered: 'Su cuenta está creada',
    },
    lead: 'Con una cuenta puede iniciar sesión en aplicaciones con su rostro.',
    name: 'Nombre',
    nameHint: 'Lo usará para iniciar sesión y las aplicaciones lo verán.',
    nameTaken: 'Este nombre ya está en uso. Elija otro.',
    nameBad: 'El nombre puede tener como máximo 64 caracteres y no puede contener @.',
    email: 'Correo electrónico (opcional)',
    emailHint:
      'Una vez confirmada, puede iniciar sesión con ella y, en navegadores nuevos, con un enlace.',
    emailBad: 'Esto no es una dirección de correo electrónico.',
    next: 'Continuar',
    haveAccount: '¿Ya tiene una cuenta?',
    mailed:
      'Hemos enviado un enlace a {email}. Ábralo en el plazo de un día para confirmar la dirección.',
    notMailed:
      'Ahora no se ha podido enviar un enlace a {email}. Podrá pedirlo más tarde desde su perfil.',
    registered: 'Ha iniciado sesión como {name} y su rostro está registrado.',
    done: 'A partir de ahora puede iniciar sesión con él. Se guardan, cifradas, estas fotos pequeñas:',
    backToLogin: 'Volver al inicio de sesión',
    toProfile: 'Abrir mi perfil',
  },

  link: {
    title: 'Enlace de un solo uso',
    titles: {
      'confirm-email': 'Su dirección está confirmada',
      enrol: 'Le damos la bienvenida, {name}',
      done: 'Su rostro está registrado',
    },
    onlyIfYours: 'Continúe solo si este enlace es para usted. Solo sirve una vez.',
    noCamera:
      'No se ha encontrado ninguna cámara. Para registrar su rostro, abra el enlace en un dispositivo que tenga una.',
    used: 'Este enlace ha caducado o ya se ha usado.',
    askAgain: 'Pida otro a quien se lo envió.',
    confirmed: 'A partir de ahora también puede iniciar sesión con ella.',
    admin: 'Usted administra este servicio.',
    toAdmin: 'Abrir la administración',
  },

  profile: {
    title: 'Perfil',
    lead: 'Lo que este servicio guarda sobre usted y lo que puede hacer con ello.',
    signOut: 'Cerrar sesión',
    admin: 'Administración',
    locked: 'Inició sesión hace un tiempo. Para cambiar algo, muestre de nuevo su rostro.',
    cameByMail: 'Ha entrado con un enlace de un correo. Para cambiar algo, muestre su rostro.',
    unlock: 'Volver a iniciar sesión',
    face: 'Su rostro',
    stored: 'Capturas guardadas, cifradas: {vectors}. Registro: {time}.',
    consent: 'Consentimiento del {time}, versión {version}',
    noFace:
      'Aún no hay ningún rostro registrado. Las cuentas sin rostro se borran al cabo de un día.',
    enrolAgain: 'Registrar de nuevo',
    keepFace: 'Conservar el rostro registrado',
    enrolled: 'Las fotos nuevas han sustituido a las anteriores.',
    applications: 'Aplicaciones',
    noApplications: 'Ninguna aplicación tiene acceso.',
    knows: 'Conoce {scopes}.',
    since: 'Desde el {granted}; último uso: {used}.',
    revoke: 'Retirar el acceso',
    revokeQuestion: '¿Retirar el acceso a {name}?',
    revokeWarning:
      'Dejará de acceder a sus datos y le pedirá su consentimiento en el próximo inicio de sesión.',
    email: 'Correo electrónico',
    noEmail: 'No hay ninguna dirección.',
    emailConfirmed: '{email}, confirmada.',
    emailWaiting: '{email}, aún sin confirmar.',
    newEmail: 'Nueva dirección',
    sendLink: 'Enviar un enlace',
    sendAgain: 'Volver a enviar el enlace',
    secondFactor: 'Segundo factor',
    secondFactorOff:
      'Un código de una aplicación de autenticación, para mostrarlo después de su cara en navegadores que no se conocen.',
    secondFactorStays:
      'Usted administra este servicio, por lo que no puede desactivar el segundo factor.',
    secondFactorOn:
      'En navegadores que no se conocen, puede mostrar después de su cara un código de su aplicación de autenticación.',
    setUp: 'Configurar',
    scan: 'Escanee esto con su app de autenticación y escriba el código que muestre.',
    qr: 'Código QR para la app de autenticación',
    openHere: 'Abrir la aplicación en este dispositivo',
    typeSecret: 'O escriba esto en ella:',
    turnOn: 'Activar',
    turnOff: 'Desactivar',
    sessions: 'Sesiones abiertas',
    here: 'Este navegador',
    elsewhere: 'Otro navegador',
    sessionTimes: 'Desde el {created}, última actividad: {seen}, hasta el {expires}.',
    endSession: 'Cerrar esta sesión',
    history: 'Inicios de sesión recientes',
    noHistory: 'No hay ninguno.',
    ownProfile: 'este perfil',
    shown: {
      face: 'rostro',
      'second-factor': 'segundo factor',
      passkey: 'llave de acceso',
      mail: 'enlace por correo',
    },
    passed: 'aceptado',
    notPassed: 'rechazado',
    endSessions: 'Cerrar todas las demás sesiones',
    data: 'Sus datos',
    dataLead:
      'Todo lo que se guarda sobre usted: descárguelo en un archivo o bórrelo para siempre.',
    download: 'Descargar',
    erase: 'Borrar todo',
    eraseQuestion: '¿Borrar todo?',
    eraseWarning:
      'Se borrarán la cuenta, la plantilla, las fotos, los consentimientos y el acceso de las aplicaciones. Esto no se puede deshacer.',
    eraseName: 'Para confirmar, escriba su nombre: {name}',
    eraseNameWrong: 'Este no es su nombre.',
    erased: 'Se ha borrado todo lo que se guardaba sobre usted.',
  },

  scopes: {
    basic: 'su nombre y un número que le identifica solo en esta aplicación',
    email: 'su correo electrónico, si lo ha confirmado',
    bcid: 'el número de su plantilla en este servicio, que es el mismo para todas las aplicaciones',
    openid: 'el hecho de que ha iniciado sesión, y cuándo',
  },

  faceErrors: {
    FaceNotFound:
      'No se ha encontrado ningún rostro. Coloque el suyo dentro del contorno, con buena luz.',
    MultipleFacesFound: 'Se ha visto más de un rostro. Solo puede haber uno.',
    ThumbnailExtractionFailed: 'Su rostro aparece cortado. Aléjese un poco.',
    QualityTooLow: 'La foto no es lo bastante buena. Busque una luz uniforme y no se mueva.',
    RejectedByObviousFakeDetector:
      'No parecía haber una persona ante la cámara. No ponga nada delante y quítese lo que le cubra el rostro.',
    RejectedByPassiveLiveDetection:
      'No parecía haber una persona ante la cámara. Gírese hacia una luz uniforme e inténtelo de nuevo.',
    RejectedByActiveLiveDetection:
      'No se ha visto el movimiento. Mire primero de frente y luego gire la cabeza más o menos un palmo.',
    RejectedByChallengeResponse: 'No ha movido la cabeza como se le pedía.',
    FaceCovered:
      'Algo le cubre el rostro: quítese la mascarilla, la bufanda o las gafas oscuras y aparte las manos.',
    EyesClosed: 'Parece que tiene los ojos cerrados: abra los dos y mire a la cámara.',
    TurnFurther:
      'El giro fue demasiado pequeño: gire más la cabeza, más o menos el ancho de una mano.',
    TurnSlower: 'El giro fue demasiado rápido para la cámara: gire la cabeza más despacio.',
    NotRecognised:
      'El rostro no se ha reconocido o ha habido demasiados intentos: espere un momento e inténtelo de nuevo.',
    WrongCode: 'El código es incorrecto o ya se ha usado.',
    WrongLink: 'El enlace ha caducado, ya se usó o pertenece a otro inicio de sesión. Pida otro.',
    WrongPasskey: 'La llave de acceso no es de esta cuenta o la respuesta llegó demasiado tarde.',
    other: 'No ha funcionado. Inténtelo de nuevo.',
  },

  camera: {
    start: 'Activar la cámara',
    promise: 'Las fotos no salen de este dispositivo hasta que usted las envía.',
    willAsk:
      'Su navegador preguntará si esta página puede usar la cámara. Permítalo: antes no se graba nada.',
    starting: 'La cámara se está iniciando…',
    take: { one: 'Tomar la foto', turns: 'Empezar', video: 'Grabar 4 segundos' },
    now: 'Tomarla ahora',
    help: 'Está tardando más de lo normal',
    helps: [
      'Siéntese de modo que la luz le dé en el rostro y no venga de atrás.',
      'Mantenga la cámara a la altura de los ojos, a un brazo de distancia.',
      'Abra los ojos y quítese lo que le oculte el rostro: mascarilla, gafas oscuras, gorra.',
    ],
    helpTurn:
      'Gire la cabeza despacio y de una vez hasta que el anillo esté lleno, y manténgala ahí.',
    helpNow: 'O tome usted la foto. El servicio le dirá si es lo bastante buena.',
    stop: 'Desactivar',
    choose: 'Cámara',
    problem: 'No se puede usar la cámara',
    problems: {
      insecure: 'Los navegadores solo permiten usar la cámara a páginas de https://.',
      blocked: 'Esta página no puede usar la cámara.',
      denied: 'No se ha permitido para esta página.',
      none: 'No se ha encontrado ninguna cámara. Conecte una o use un teléfono u otro ordenador.',
      busy: 'Otro programa la está usando.',
      failed: 'El navegador no ha podido iniciarla.',
    },
    allow: {
      chrome:
        'Pulse el icono a la izquierda de la dirección, permita la cámara y vuelva a cargar la página.',
      android:
        'Pulse el icono a la izquierda de la dirección, luego «Permisos», y permita la cámara.',
      firefox:
        'Pulse la cámara tachada junto a la dirección, quite el bloqueo e inténtelo de nuevo.',
      safari:
        'Abra «Ajustes de este sitio web» en el menú Safari, permita la cámara e inténtelo de nuevo.',
      ios: 'Pulse «aA» junto a la dirección, luego «Ajustes del sitio web», y permita la cámara.',
      other: 'Permita la cámara para esta página en los ajustes del navegador.',
    },
  },

  hints: {
    lookStraight: 'Coloque su rostro dentro del contorno.',
    noFace: 'No se ve ningún rostro: coloque el suyo dentro del contorno.',
    severalFaces: 'Solo un rostro, por favor.',
    moveCloser: 'Acérquese.',
    moveBack: 'Aléjese un poco.',
    moveUp: 'Su rostro está demasiado abajo: incline la cámara hacia abajo o enderécese.',
    moveDown: 'Su rostro está demasiado arriba: incline la cámara hacia arriba o baje un poco.',
    moveLeft: 'Muévase un poco hacia su izquierda.',
    moveRight: 'Muévase un poco hacia su derecha.',
    faceCamera: 'Mire de frente a la cámara.',
    tooDark: 'Demasiado oscuro: gírese hacia la luz.',
    tooBright: 'Demasiado claro: evite la luz directa.',
    backlit: 'La luz viene de atrás: gírese hacia ella.',
    blurred: 'La foto está borrosa: no se mueva y limpie la lente.',
    faceCovered: 'Algo le tapa la boca o la nariz: muestre toda la cara.',
    holdStill: 'No se mueva.',
    ready: 'Bien. No se mueva.',
    turnHead: 'Ahora gire un poco la cabeza hacia un lado y no la mueva.',
    turnUp: 'Ahora levante un poco la cabeza y no la mueva.',
    turnDown: 'Ahora baje un poco la cabeza y no la mueva.',
    turnLeft: 'Ahora gire la cabeza hacia su izquierda y no la mueva.',
    turnRight: 'Ahora gire la cabeza hacia su derecha y no la mueva.',
    turnFurther: 'Un poco más, y manténgala así.',
    turnSlower: 'Demasiado rápido: gírela despacio y manténgala así.',
    otherWay: 'Hacia el otro lado, por favor.',
    recording: 'Grabando: mire a la cámara.',
  },

  directions: {
    up: 'hacia arriba',
    down: 'hacia abajo',
    left: 'hacia la izquierda',
    right: 'hacia la derecha',
  },
};
