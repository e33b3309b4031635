/** The texts of people's pages in Italian. A machine drafted them; no speaker has reviewed them. */
import type { PeopleMessages } from './en.ts';

export const it: PeopleMessages = {
  shell: {
    skip: 'Vai al contenuto',
    navigation: 'Pagine',
    about: 'Funziona con Prosopon, biometria facciale aperta.',
    responsible: 'Chi è responsabile',
    controller: 'Titolare del trattamento',
    retention: 'Periodo di conservazione dei dati',
    contact: 'Contatti',
    privacy: 'Privacy',
    imprint: 'Note legali',
    documentation: 'Documentazione',
    reference: 'Riferimento API',
    language: 'Lingua',
    drafted: 'Questi testi sono una traduzione automatica.',
    theme: 'Tema: {theme}',
    themes: { system: 'di sistema', light: 'chiaro', dark: 'scuro' },
    cancel: 'Annulla',
    close: 'Chiudi',
    copy: 'Copia',
    copied: 'Copiato',
    notCopied: 'Il browser non lo ha copiato. Ora è selezionato: lo copi a mano.',
  },

  landing: {
    title: 'Home',
    heading: '{name} la riconosce dal volto',
    lead: 'Nei siti che lo prevedono, per accedere basta guardare la fotocamera: nessuna password, niente da ricordare.',
    profile: 'Il mio profilo',
    profileWhat:
      'Consultare, scaricare ed eliminare i dati conservati su di lei; revocare l’accesso ai siti.',
    register: 'Crea un account',
    registerWhat: 'Un nome, il suo consenso e tre foto. Basta mezzo minuto.',
    sites: 'Per accedere a un sito, parta da lì: il sito la porterà qui e poi di nuovo indietro.',
    desk: 'Per chi gestisce questo servizio',
    admin: 'Amministrazione',
    playground: 'Pagina di prova',
  },

  notFound: {
    title: 'Questa pagina non esiste',
    advice:
      'L’indirizzo potrebbe essere sbagliato o la pagina scaduta. Per accedere, parta dal sito in cui vuole entrare.',
    start: 'Vai alla pagina iniziale',
  },

  logout: {
    title: 'Esci',
    as: 'Qui è connesso {name}.',
    by: '{client} chiede di disconnetterla.',
    others:
      'Gli altri siti aperti con questo accesso le chiederanno di nuovo di mostrare il volto.',
    yes: 'Esci',
    no: 'Resta connesso',
    now: 'Uscita in corso …',
    done: 'Disconnessione effettuata',
    close: 'Può chiudere questa finestra.',
    stayed: 'L’accesso è ancora attivo',
  },

  loginError: {
    title: 'Accesso non possibile',
    advice: 'Nessun dato è stato trasmesso. Torni all’applicazione e riprovi.',
    details: 'Per i suoi sviluppatori:',
    reasons: {
      invalid_client: 'Questo servizio non conosce l’applicazione da cui proviene.',
      invalid_redirect_uri:
        'L’applicazione vuole rimandarla a un indirizzo che non è registrato per essa.',
      busy: 'Dalla sua rete sono stati avviati troppi accessi. Attenda un minuto, poi riprovi.',
      expired: 'L’accesso ha richiesto troppo tempo o è già terminato.',
      other: 'L’applicazione ha inviato una richiesta a cui non si può rispondere.',
    },
  },

  account: {
    loading: 'Un momento…',
    checking: 'Verifica in corso…',
    identifier: 'Nome o indirizzo e-mail',
    next: 'Continua',
    noAccount: 'Non ha ancora un account?',
    register: 'Crea un account',
    as: 'Come {identifier}.',
    somebodyElse: 'Non è lei?',
    show: 'Mostra il mio volto',
    showAgain: 'Riprova',
    again: 'Riprova',
    changedElsewhere:
      'Qualcosa è cambiato in un’altra finestra o su un altro dispositivo. Questa è la situazione attuale.',
    move: 'Guardi dritto nella fotocamera, poi giri un po’ la testa.',
    moveTo: 'Guardi dritto nella fotocamera, poi muova la testa {direction}.',
    promise: 'Le foto vengono inviate a questo servizio e non vengono conservate.',
    code: 'Codice della sua app di autenticazione',
    codeHint: 'Sei cifre che cambiano ogni mezzo minuto.',
    back: 'Indietro',
    signInAgain: 'Acceda di nuovo: è passato un po’ di tempo dall’ultima volta.',
    stepUp: 'Accedi di nuovo',
    stepUpWhy:
      'Ha effettuato l’accesso più di dieci minuti fa. Mostri di nuovo il volto per continuare.',
    sessionOver: 'La sessione è terminata. Mostri di nuovo il volto per continuare.',
    administratorsNeed:
      'Lei amministra questo servizio. Perciò a ogni accesso, oltre al volto, serve un secondo fattore: un codice di un’app di autenticazione o una passkey. Ne configuri uno per continuare.',
    setUpApp: 'Configura un’app di autenticazione',
    whatAuthenticatorsAre:
      'Un’app di autenticazione mostra sul telefono sei cifre che cambiano ogni mezzo minuto. Anche molti gestori di password ne includono una.',
    serviceStarts: 'Il servizio si sta avviando.',
    goesOn: 'Questa pagina proseguirà da sola appena il servizio sarà pronto.',
    cannotLook: 'Questo servizio non può analizzare i volti in questo momento.',
    onlyOperator: 'Solo il gestore può rimediare. Torni più tardi o lo avvisi.',
    notPassed: 'Non ha funzionato',
    stillNot: 'Ancora non funziona?',
    stillNotHelps: [
      'Cerchi una luce uniforme che venga da davanti, non da dietro.',
      'Tolga ciò che non indossava quando ha registrato il volto: occhiali da sole, mascherina, cappello.',
      'Tenga la fotocamera all’altezza degli occhi.',
      'Il nome è giusto? È quello scelto quando ha creato l’account.',
    ],
    otherWay:
      'Se non riesce in nessun modo, chi gestisce questo servizio può inviarle un link per registrare di nuovo il volto.',
    tooMany: 'Troppi tentativi non riusciti.',
    wait: 'Attenda {time}.',
    waited: 'Ora può riprovare.',
    refusals: {
      0: 'Il servizio non risponde. La connessione funziona?',
      400: 'Uno dei dati non è valido.',
      401: 'La sessione è terminata. Ricarichi questa pagina.',
      403: 'Non ha il permesso di farlo.',
      404: 'Questa pagina è scaduta. La ricarichi.',
      409: 'Nel frattempo è iniziato un altro accesso. Ricominci da capo.',
      413: 'Le foto sono troppo grandi.',
      500: 'Si è verificato un errore del servizio. Riprovi tra poco.',
      503: 'Al momento il servizio non può analizzare i volti. Riprovi tra poco.',
      other: 'Il servizio ha rifiutato la richiesta (stato {status}).',
    },
  },

  login: {
    title: 'Accesso',
    titles: {
      identify: 'Accesso a {client}',
      face: 'Mostri il volto',
      'second-factor': 'Ultimo passaggio: il codice',
      consent: 'Accedere a {client}?',
      leaving: 'Fatto',
    },
    ended: 'Questo accesso è terminato o scaduto. Torni all’applicazione e ricominci.',
    demandsSecondFactor:
      '{client} chiede un secondo fattore a ogni accesso. Ne configuri uno e l’accesso proseguirà.',
    asks: '{client} riceverà:',
    knows: 'Ha già dato il consenso per: {scopes}',
    noFace:
      '{client} non vede né le sue foto né il suo modello biometrico. Può revocarne l’accesso nel suo profilo.',
    allow: 'Acconsenti e accedi',
    leaving: 'Ritorno a {client}…',
    cancel: 'Annulla e torna a {client}',
    elsewhere: 'Apra lì {client} e acceda.',
  },

  livenessSession: {
    title: 'Dimostri di essere davvero presente',
    titles: {
      open: '{client} le chiede di dimostrare che è davvero presente',
      succeeded: 'Fatto',
      failed: 'Non ha funzionato',
      expired: 'Il tempo è scaduto',
    },
    what: 'Guardi nella fotocamera e giri la testa. {client} saprà se lo ha fatto una persona reale e se è la persona attesa.',
    promise:
      'Le immagini vengono inviate a questo servizio. {client} può riceverne una. Vengono tutte cancellate entro due ore.',
    left: 'Tentativi rimasti: {number}',
    ends: {
      succeeded: '{client} riceve il risultato da questo servizio.',
      failed: 'Torni a {client} e ricominci.',
      expired: 'Torni a {client} e ricominci.',
    },
    back: 'Torna a {client}',
    phone: 'Continui sul telefono',
    scan: 'Inquadri questo codice con la fotocamera del telefono. Questa pagina si aggiorna da sola.',
    gone: 'Questo link è scaduto o incompleto. Torni all’applicazione e ricominci.',
  },

  signInTitles: {
    identify: 'Accesso al suo profilo',
    face: 'Mostri il volto',
    'second-factor': 'Ultimo passaggio: il codice',
    'second-factor-set-up': 'Configuri il secondo fattore',
  },

  passkeys: {
    step: 'Ultimo passaggio: la passkey',
    unlock: 'Sblocchi una passkey come sblocca il telefono o il computer.',
    use: 'Usa la mia passkey',
    insteadOfFace: 'Usa una passkey al posto del volto',
    codeInstead: 'Usa un codice',
    cancelled: 'Non è stata usata nessuna passkey. Riprovi o scelga un altro metodo.',
    notHere: 'Questo browser, o questo indirizzo, non supporta le passkey.',
    title: 'Passkey',
    one: 'Passkey',
    what: 'Una passkey si trova sul telefono, sul computer o su una chiave di sicurezza. Si sblocca come il dispositivo: con l’impronta, il volto o il PIN, che non lo lasciano mai.',
    goodFor: 'In un browser non conosciuto puoi mostrarla dopo il tuo volto.',
    goodForBoth:
      'In un browser non conosciuto puoi mostrarla dopo il tuo volto. Apre anche questo profilo quando il tuo volto non è riconosciuto.',
    made: 'Aggiunta: {time}.',
    used: 'Ultimo uso: {time}.',
    synced: 'Disponibile su più dispositivi.',
    add: 'Aggiungi una passkey',
    notAdded: 'Non è stato possibile aggiungere questa passkey. Forse è già stata aggiunta.',
    addCancelled: 'Non è stata aggiunta nessuna passkey. Può riprovare quando vuole.',
    remove: 'Rimuovi',
    removeQuestion: 'Rimuovere la passkey «{name}»?',
    removeWarning: 'Non si potrà più usare per accedere. La elimini anche dal dispositivo.',
    removeLast: 'È la tua ultima passkey, e non hai un’app di autenticazione.',
  },

  browsers: {
    unknown: 'Il tuo account non conosce questo browser, quindi serve qualcosa oltre al tuo volto.',
    remember: 'Ricorda questo browser',
    rememberWhy:
      'Da allora qui basta il tuo volto. Non sceglierlo su un dispositivo usato anche da altri.',
    noWay:
      'Il tuo account non ha altri modi per accedere. Chiedi al gestore di questo servizio un link monouso.',
    step: 'Ancora una cosa',
    furtherWay: 'Questa modifica richiede qualcosa oltre al tuo volto.',
    needed:
      'Questa modifica richiede un browser che il tuo account conosce. Lascia ricordare questo per continuare.',
    keepsNothing:
      'Questo browser non conserva chiavi e non può essere ricordato. Forse è una finestra privata.',
    title: 'Browser conosciuti',
    what: 'In un browser conosciuto basta il tuo volto. Ognuno custodisce una chiave che non si può copiare.',
    none: 'Nessun browser è conosciuto.',
    unnamed: 'Un browser',
    times: 'Conosciuto dal {created}, ultimo uso {used}.',
    forget: 'Dimentica',
    forgetQuestion: 'Dimenticare «{name}»?',
    forgetWarning:
      'Le sue sessioni finiscono. Il prossimo accesso da lì richiede qualcosa oltre al tuo volto.',
  },

  recovery: {
    title: 'Codici di recupero',
    what: 'Ogni codice vale una volta, al posto di un altro modo, quando accedi da un browser nuovo.',
    keep: 'Scrivili o stampali adesso: non saranno più mostrati.',
    copy: 'Copiali',
    copied: 'Copiati',
    code: 'Codice di recupero',
    codeOrRecovery: 'Codice della tua app o un codice di recupero',
    hint: 'Sedici lettere e cifre dalla lista che hai conservato.',
    left: 'Codici non usati: {number}',
    none: 'Non hai codici di recupero. Creane, così puoi accedere anche senza questo browser.',
    make: 'Crea nuovi codici',
    replaces: 'I codici precedenti allora non valgono più.',
  },

  mailLink: {
    ask: 'Inviami un link per e-mail',
    sent: 'Controlli la posta',
    openHere:
      'Se questo account ha un indirizzo e-mail confermato, è stato inviato un link. Lo apra in questo browser entro 15 minuti e continui nella pagina che si apre.',
    nothingCame:
      'Non è arrivato nulla? Controlli lo spam. Un indirizzo riceve al massimo cinque e-mail all’ora.',
    again: 'Inviami un altro link',
    title: 'Acceda con il link',
    onlyIfAsked: 'Continui solo se ha chiesto lei questo link. Funziona una sola volta.',
    open: 'Accedi',
    elsewhere:
      'Questo link funziona solo nel browser in cui l’ha chiesto, e solo finché dura quell’accesso. Lo apra lì, o ne chieda un altro.',
  },

  enrolFace: {
    better: 'Queste foto potrebbero essere migliori. Può scattarne altre nel suo profilo.',
    consent: 'Il suo consenso',
    rights:
      'Può consultare, scaricare ed eliminare i dati conservati e presentare reclamo a un’autorità per la protezione dei dati.',
    version: 'Versione {version} di questo testo.',
    agree: 'Do il mio consenso',
    samePerson:
      'Le foto sostituiscono il volto registrato in precedenza e devono mostrare la stessa persona. Se il volto non viene più riconosciuto, chieda un link monouso.',
    start: 'Scatta le foto',
    how: 'Tre foto: guardi dritto, poi muova un po’ la testa {direction}, poi {back}.',
    expired: 'Ora è richiesto un altro movimento. Scatti di nuovo le foto.',
    changed: 'Il testo del consenso è cambiato nel frattempo. Lo legga di nuovo.',
    review: 'Le foto vanno bene?',
    reviewHelp:
      'Il volto deve essere intero, nitido, illuminato in modo uniforme e con gli occhi aperti. Non è stato ancora inviato nulla.',
    picture: 'Foto {n} di {of}',
    send: 'Invia le foto',
    kept: 'Le sue foto sono ancora qui',
    keptHelp: 'Non sono ancora state esaminate. Le invii di nuovo o ne scatti altre.',
    takeAgain: 'Scatta di nuovo',
    thumbnail: 'Il suo volto, conservato: {time}',
  },

  register: {
    title: 'Crea un account',
    titles: {
      loading: 'Crea un account',
      name: 'Crea un account',
      face: 'Il suo volto',
      done: 'Il suo volto è registrato',
      registered: 'Il suo account è stato creato',
    },
    lead: 'Con un account può accedere alle applicazioni con il volto.',
    name: 'Nome',
    nameHint: 'Serve per accedere ed è visibile alle applicazioni.',
    nameTaken: 'Questo nome è già in uso. Ne scelga un altro.',
    nameBad: 'Il nome può avere al massimo 64 caratteri e non può contenere @.',
    email: 'Indirizzo e-mail (facoltativo)',
    emailHint:
      'Una volta confermato, puoi accedere con questo indirizzo e, da browser nuovi, con un link.',
    emailBad: 'Questo non è un indirizzo e-mail.',
    next: 'Continua',
    haveAccount: 'Ha già un account?',
    mailed:
      'È stato inviato un link a {email}. Lo apra entro un giorno per confermare l’indirizzo.',
    notMailed:
      'Non è stato possibile inviare un link a {email}. Potrà richiederlo più tardi dal suo profilo.',
    registered: 'Ha effettuato l’accesso come {name} e il suo volto è registrato.',
    done: 'D’ora in poi può usarlo per accedere. Vengono conservate, cifrate, queste piccole foto:',
    backToLogin: 'Torna all’accesso',
    toProfile: 'Apri il mio profilo',
  },

  link: {
    title: 'Link monouso',
    titles: {
      'confirm-email': 'Il suo indirizzo è confermato',
      enrol: 'Le diamo il benvenuto, {name}',
      done: 'Il suo volto è registrato',
    },
    onlyIfYours: 'Continui solo se questo link è destinato a lei. Funziona una sola volta.',
    noCamera:
      'Non è stata trovata nessuna fotocamera. Per registrare il suo volto, apra il link su un dispositivo che ne ha una.',
    used: 'Questo link è scaduto o è già stato usato.',
    askAgain: 'Ne chieda un altro a chi glielo ha dato.',
    confirmed: 'D’ora in poi può usarlo anche per accedere.',
    admin: 'Lei amministra questo servizio.',
    toAdmin: 'Apri l’amministrazione',
  },

  profile: {
    title: 'Profilo',
    lead: 'I dati che questo servizio conserva su di lei e che cosa può farne.',
    signOut: 'Esci',
    admin: 'Amministrazione',
    locked: 'Ha effettuato l’accesso tempo fa. Per fare modifiche, mostri di nuovo il volto.',
    cameByMail:
      'Ha effettuato l’accesso con un link ricevuto per e-mail. Per modificare qualcosa, mostri il volto.',
    unlock: 'Accedi di nuovo',
    face: 'Il suo volto',
    stored: 'Acquisizioni conservate, cifrate: {vectors}. Registrazione: {time}.',
    consent: 'Consenso: {time}, versione {version}',
    noFace:
      'Nessun volto è ancora registrato. Un account senza volto viene eliminato dopo un giorno.',
    enrolAgain: 'Registra di nuovo',
    keepFace: 'Mantieni il volto registrato',
    enrolled: 'Le nuove foto hanno sostituito le precedenti.',
    applications: 'Applicazioni',
    noApplications: 'Nessuna applicazione ha accesso.',
    knows: 'Conosce {scopes}.',
    since: 'Accesso concesso: {granted}; ultimo uso: {used}.',
    revoke: 'Revoca l’accesso',
    revokeQuestion: 'Revocare l’accesso a {name}?',
    revokeWarning:
      'Non potrà più accedere ai suoi dati e al prossimo accesso le chiederà di nuovo il consenso.',
    email: 'Indirizzo e-mail',
    noEmail: 'Nessun indirizzo.',
    emailConfirmed: '{email}, confermato.',
    emailWaiting: '{email}, non ancora confermato.',
    newEmail: 'Nuovo indirizzo',
    sendLink: 'Invia un link',
    sendAgain: 'Invia di nuovo il link',
    secondFactor: 'Secondo fattore',
    secondFactorOff:
      'Un codice di un’app di autenticazione, da mostrare dopo il tuo volto nei browser non conosciuti.',
    secondFactorStays:
      'Lei amministra questo servizio: il secondo fattore non può essere disattivato.',
    secondFactorOn:
      'Nei browser non conosciuti puoi mostrare dopo il tuo volto un codice della tua app di autenticazione.',
    setUp: 'Configura',
    scan: 'Inquadri questo codice con la sua app di autenticazione, poi inserisca il codice mostrato.',
    qr: 'Codice QR per l’app di autenticazione',
    openHere: 'Apri l’app su questo dispositivo',
    typeSecret: 'Oppure vi inserisca questo:',
    turnOn: 'Attiva',
    turnOff: 'Disattiva',
    sessions: 'Sessioni aperte',
    here: 'Questo browser',
    elsewhere: 'Un altro browser',
    sessionTimes: 'Inizio: {created}; ultima attività: {seen}; scadenza: {expires}.',
    endSession: 'Chiudi questa sessione',
    history: 'Accessi recenti',
    noHistory: 'Nessuno.',
    ownProfile: 'questo profilo',
    shown: {
      face: 'volto',
      'second-factor': 'secondo fattore',
      passkey: 'passkey',
      mail: 'link per e-mail',
    },
    passed: 'accettato',
    notPassed: 'rifiutato',
    endSessions: 'Chiudi tutte le altre sessioni',
    data: 'I suoi dati',
    dataLead:
      'Tutto ciò che è conservato su di lei: da scaricare in un file o eliminare per sempre.',
    download: 'Scarica',
    erase: 'Elimina tutto',
    eraseQuestion: 'Eliminare tutto?',
    eraseWarning:
      'Verranno eliminati account, modello biometrico, foto, consensi e accesso delle applicazioni. L’operazione non si può annullare.',
    eraseName: 'Per confermare, scriva il suo nome: {name}',
    eraseNameWrong: 'Questo non è il suo nome.',
    erased: 'Tutto ciò che era conservato su di lei è stato eliminato.',
  },

  scopes: {
    basic: 'il suo nome e un numero che la identifica solo in questa applicazione',
    email: 'il suo indirizzo e-mail, se lo ha confermato',
    bcid: 'il numero del suo modello biometrico in questo servizio, uguale per tutte le applicazioni',
    openid: 'il fatto che ha effettuato l’accesso, e quando',
  },

  faceErrors: {
    FaceNotFound:
      'Non è stato trovato nessun volto. Porti il suo dentro la sagoma, con una buona luce.',
    MultipleFacesFound: 'È stato visto più di un volto. Ce ne deve essere uno solo.',
    ThumbnailExtractionFailed: 'Il suo volto era tagliato. Si allontani un po’.',
    QualityTooLow: 'La foto non è abbastanza buona. Cerchi una luce uniforme e resti immobile.',
    RejectedByObviousFakeDetector:
      'Davanti alla fotocamera non sembrava esserci una persona. Non tenga nulla davanti e tolga ciò che le copre il volto.',
    RejectedByPassiveLiveDetection:
      'Davanti alla fotocamera non sembrava esserci una persona. Si giri verso una luce uniforme e riprovi.',
    RejectedByActiveLiveDetection:
      'Il movimento non è stato visto. Guardi prima dritto, poi giri la testa di circa un palmo.',
    RejectedByChallengeResponse: 'La testa non si è mossa come richiesto.',
    FaceCovered:
      'Qualcosa le copre il volto: tolga mascherina, sciarpa o occhiali scuri e allontani le mani.',
    EyesClosed: 'Gli occhi sembrano chiusi: li apra entrambi e guardi la fotocamera.',
    TurnFurther:
      'Il movimento era troppo piccolo: giri di più la testa, circa la larghezza di una mano.',
    TurnSlower: 'Il movimento era troppo veloce per la fotocamera: giri la testa più lentamente.',
    NotRecognised:
      'Il volto non è stato riconosciuto o i tentativi sono stati troppi: attenda un momento, poi riprovi.',
    WrongCode: 'Il codice è sbagliato o è già stato usato.',
    WrongLink:
      'Il link è scaduto, è già stato usato o appartiene a un altro accesso. Ne chieda un altro.',
    WrongPasskey: 'La passkey non è di questo account o la risposta è arrivata troppo tardi.',
    other: 'Non ha funzionato. Riprovi.',
  },

  camera: {
    start: 'Attiva la fotocamera',
    promise: 'Le foto restano su questo dispositivo finché non le invia.',
    willAsk:
      'Il browser chiederà se questa pagina può usare la fotocamera. Lo consenta: prima non viene registrato nulla.',
    starting: 'La fotocamera si sta avviando…',
    take: { one: 'Scatta la foto', turns: 'Inizia', video: 'Registra 4 secondi' },
    now: 'Scatta ora',
    help: 'Ci vuole più tempo del previsto',
    helps: [
      'Si sieda in modo che la luce cada sul volto e non venga da dietro.',
      'Tenga la fotocamera all’altezza degli occhi, a un braccio di distanza.',
      'Apra gli occhi e tolga ciò che nasconde il volto: mascherina, occhiali scuri, berretto.',
    ],
    helpTurn:
      'Giri la testa lentamente e in un solo gesto finché l’anello è pieno, e la tenga così.',
    helpNow: 'Oppure scatti lei la foto. Il servizio le dirà se va bene.',
    stop: 'Disattiva',
    choose: 'Fotocamera',
    problem: 'La fotocamera non è utilizzabile',
    problems: {
      insecure: 'I browser concedono la fotocamera solo a pagine https://.',
      blocked: 'Questa pagina non può usare la fotocamera.',
      denied: 'Non è stata consentita per questa pagina.',
      none: 'Non è stata trovata nessuna fotocamera. Ne colleghi una, o usi un telefono o un altro computer.',
      busy: 'La sta usando un altro programma.',
      failed: 'Il browser non è riuscito ad avviarla.',
    },
    allow: {
      chrome:
        'Prema l’icona a sinistra dell’indirizzo, consenta la fotocamera e ricarichi la pagina.',
      android:
        'Prema l’icona a sinistra dell’indirizzo, poi «Autorizzazioni», e consenta la fotocamera.',
      firefox: 'Prema la fotocamera barrata accanto all’indirizzo, rimuova il blocco e riprovi.',
      safari:
        'Apra «Impostazioni per questo sito web» nel menu Safari, consenta la fotocamera e riprovi.',
      ios: 'Prema «aA» accanto all’indirizzo, poi «Impostazioni sito web», e consenta la fotocamera.',
      other: 'Consenta la fotocamera per questa pagina nelle impostazioni del browser.',
    },
  },

  hints: {
    lookStraight: 'Porti il volto dentro la sagoma.',
    noFace: 'Non si vede nessun volto: porti il suo dentro la sagoma.',
    severalFaces: 'Un solo volto, per favore.',
    moveCloser: 'Si avvicini.',
    moveBack: 'Si allontani un po’.',
    moveUp: 'Il volto è troppo in basso: inclini la fotocamera verso il basso o si raddrizzi.',
    moveDown: 'Il volto è troppo in alto: inclini la fotocamera verso l’alto o si abbassi.',
    moveLeft: 'Si sposti un po’ alla sua sinistra.',
    moveRight: 'Si sposti un po’ alla sua destra.',
    faceCamera: 'Guardi dritto nella fotocamera.',
    tooDark: 'Troppo buio: si giri verso la luce.',
    tooBright: 'Troppa luce: eviti la luce diretta.',
    backlit: 'La luce viene da dietro: si giri verso la luce.',
    blurred: 'La foto è sfocata: resti immobile e pulisca l’obiettivo.',
    faceCovered: 'Qualcosa copre la bocca o il naso: mostri tutto il volto.',
    holdStill: 'Resti immobile.',
    ready: 'Bene. Resti immobile.',
    turnHead: 'Ora giri un po’ la testa di lato e la tenga ferma.',
    turnUp: 'Ora alzi un po’ la testa e la tenga ferma.',
    turnDown: 'Ora abbassi un po’ la testa e la tenga ferma.',
    turnLeft: 'Ora giri la testa alla sua sinistra e la tenga ferma.',
    turnRight: 'Ora giri la testa alla sua destra e la tenga ferma.',
    turnFurther: 'Ancora un po’, e la tenga così.',
    turnSlower: 'Troppo veloce: la giri lentamente e la tenga così.',
    otherWay: 'Dall’altra parte, per favore.',
    recording: 'Registrazione in corso: guardi nella fotocamera.',
  },

  directions: {
    up: 'verso l’alto',
    down: 'verso il basso',
    left: 'verso sinistra',
    right: 'verso destra',
  },
};
