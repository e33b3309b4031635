/** Die deutschen Texte der Seiten für alle, in der Ordnung der englischen. */
import type { PeopleMessages } from './en.ts';

export const de: PeopleMessages = {
  shell: {
    skip: 'Zum Inhalt',
    navigation: 'Seiten',
    about: 'Läuft mit Prosopon, offener Gesichtsbiometrie.',
    responsible: 'Wer verantwortlich ist',
    controller: 'Verantwortlicher',
    retention: 'Wie lange Daten gespeichert werden',
    contact: 'Kontakt',
    privacy: 'Datenschutz',
    imprint: 'Impressum',
    documentation: 'Dokumentation',
    reference: 'API-Referenz',
    language: 'Sprache',
    drafted: 'Diese Texte hat eine Maschine übersetzt.',
    theme: 'Darstellung: {theme}',
    themes: { system: 'wie das System', light: 'hell', dark: 'dunkel' },
    cancel: 'Abbrechen',
    close: 'Schließen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    notCopied: 'Der Browser hat es nicht kopiert. Es ist jetzt markiert: bitte von Hand kopieren.',
  },

  landing: {
    title: 'Start',
    heading: '{name} erkennt Sie an Ihrem Gesicht',
    lead: 'Wo eine Website es anbietet, genügt zur Anmeldung ein Blick in die Kamera: kein Passwort, nichts zu merken.',
    profile: 'Mein Profil',
    profileWhat:
      'Ihre Daten ansehen, herunterladen oder löschen und den Zugriff von Websites beenden.',
    register: 'Registrieren',
    registerWhat: 'Ein Name, die Einwilligung und drei Bilder. Das dauert eine halbe Minute.',
    sites:
      'Eine Anmeldung beginnt auf der Website, um die es geht: Diese leitet Sie hierher und wieder zurück.',
    desk: 'Für die Betreiber dieses Dienstes',
    admin: 'Verwaltung',
    playground: 'Testseite',
  },

  notFound: {
    title: 'Diese Seite gibt es nicht',
    advice:
      'Vielleicht ist die Adresse falsch geschrieben oder die Seite abgelaufen. Anmeldungen beginnen auf der Website, um die es geht.',
    start: 'Zur Startseite',
  },

  logout: {
    title: 'Abmelden',
    as: 'Hier ist {name} angemeldet.',
    by: '{client} bittet um die Abmeldung.',
    others:
      'Andere Websites, die mit dieser Anmeldung geöffnet wurden, fragen danach wieder nach dem Gesicht.',
    yes: 'Abmelden',
    no: 'Angemeldet bleiben',
    now: 'Wird abgemeldet …',
    done: 'Abgemeldet',
    close: 'Dieses Fenster kann geschlossen werden.',
    stayed: 'Die Anmeldung besteht weiter',
  },

  loginError: {
    title: 'Anmeldung nicht möglich',
    advice:
      'Es wurden keine Daten übermittelt. Bitte zurück zur Anwendung gehen und es noch einmal versuchen.',
    details: 'Für deren Entwickler:',
    reasons: {
      invalid_client: 'Dieser Dienst kennt die Anwendung nicht, von der die Anfrage kommt.',
      invalid_redirect_uri:
        'Die Anwendung will eine Rückkehr zu einer Adresse, die für sie nicht eingetragen ist.',
      busy: 'Aus diesem Netz wurden zu viele Anmeldungen begonnen. Bitte eine Minute warten, dann noch einmal versuchen.',
      expired: 'Die Anmeldung hat zu lange gedauert oder ist schon beendet.',
      other: 'Die Anwendung hat eine Anfrage geschickt, die sich nicht beantworten lässt.',
    },
  },

  account: {
    loading: 'Einen Augenblick …',
    checking: 'Wird geprüft …',
    identifier: 'Name oder E-Mail-Adresse',
    next: 'Weiter',
    noAccount: 'Noch kein Konto?',
    register: 'Registrieren',
    as: 'Als {identifier}.',
    somebodyElse: 'Nicht Sie?',
    show: 'Mein Gesicht zeigen',
    showAgain: 'Noch einmal',
    again: 'Noch einmal versuchen',
    changedElsewhere:
      'Das hat sich inzwischen geändert, in einem anderen Fenster oder auf einem anderen Gerät. So steht es jetzt.',
    move: 'Erst gerade in die Kamera sehen, dann den Kopf ein wenig drehen.',
    moveTo: 'Erst gerade in die Kamera sehen, dann den Kopf {direction} bewegen.',
    promise: 'Die Bilder gehen an diesen Dienst; sie werden nicht aufbewahrt.',
    code: 'Code der Authenticator-App',
    codeHint: 'Sechs Ziffern, die jede halbe Minute wechseln.',
    back: 'Zurück',
    signInAgain: 'Bitte melden Sie sich erst neu an: Die letzte Anmeldung ist eine Weile her.',
    stepUp: 'Neu anmelden',
    stepUpWhy:
      'Die Anmeldung ist mehr als zehn Minuten her. Bitte das Gesicht noch einmal zeigen, dann geht es weiter.',
    sessionOver:
      'Die Anmeldung ist abgelaufen. Bitte das Gesicht noch einmal zeigen, dann geht es weiter.',
    administratorsNeed:
      'Mit diesem Konto verwalten Sie den Dienst. Dafür brauchen Sie bei jeder Anmeldung außer dem Gesicht einen zweiten Faktor: einen Code einer Authenticator-App oder einen Passkey. Richten Sie einen ein, dann geht es weiter.',
    setUpApp: 'Authenticator-App einrichten',
    whatAuthenticatorsAre:
      'Eine Authenticator-App auf dem Telefon zeigt sechs Ziffern, die sich jede halbe Minute ändern. Viele Passwortmanager können das auch.',
    serviceStarts: 'Der Dienst startet gerade.',
    goesOn: 'Diese Seite geht von selbst weiter, sobald er bereit ist.',
    cannotLook: 'Dieser Dienst kann gerade keine Gesichter prüfen.',
    onlyOperator:
      'Das kann nur sein Betreiber beheben. Bitte später wiederkommen oder Bescheid geben.',
    notPassed: 'Das hat nicht geklappt',
    stillNot: 'Klappt es immer noch nicht?',
    stillNotHelps: [
      'Sorgen Sie für gleichmäßiges Licht von vorn, nicht von hinten.',
      'Nehmen Sie ab, was Sie bei der Registrierung nicht trugen: Sonnenbrille, Maske, Mütze.',
      'Halten Sie die Kamera auf Augenhöhe.',
      'Stimmt der Name? Es muss der sein, mit dem Sie sich registriert haben.',
    ],
    otherWay:
      'Wenn es gar nicht geht, kann der Betreiber dieses Dienstes einen Link schicken, mit dem das Gesicht neu erfasst wird.',
    tooMany: 'Zu viele erfolglose Versuche.',
    wait: 'Bitte {time} warten.',
    waited: 'Jetzt ist ein neuer Versuch möglich.',
    refusals: {
      0: 'Der Dienst antwortet nicht. Besteht eine Netzverbindung?',
      400: 'Eine der Angaben ist nicht gültig.',
      401: 'Die Anmeldung ist abgelaufen. Bitte die Seite neu laden.',
      403: 'Dazu fehlt die Berechtigung.',
      404: 'Diese Seite ist abgelaufen. Bitte neu laden.',
      409: 'Inzwischen hat eine andere Anmeldung begonnen. Bitte von vorn anfangen.',
      413: 'Die Bilder sind zu groß.',
      500: 'Beim Dienst ist etwas schiefgegangen. Bitte gleich noch einmal versuchen.',
      503: 'Der Dienst kann gerade keine Gesichter prüfen. Bitte gleich noch einmal versuchen.',
      other: 'Der Dienst hat das abgelehnt (Status {status}).',
    },
  },

  login: {
    title: 'Anmelden',
    titles: {
      identify: 'Anmelden bei {client}',
      face: 'Bitte das Gesicht zeigen',
      'second-factor': 'Noch ein Schritt: Ihr Code',
      consent: 'Bei {client} anmelden?',
      leaving: 'Fertig',
    },
    ended:
      'Diese Anmeldung ist beendet oder abgelaufen. Bitte zurück zur Anwendung gehen und neu beginnen.',
    demandsSecondFactor:
      '{client} verlangt bei jeder Anmeldung einen zweiten Faktor. Richten Sie einen ein, dann geht die Anmeldung weiter.',
    asks: '{client} erfährt:',
    knows: 'Dem haben Sie schon früher zugestimmt: {scopes}',
    noFace:
      '{client} sieht weder die Bilder noch die Vorlage. Im Profil können Sie den Zugriff beenden.',
    allow: 'Zustimmen und anmelden',
    leaving: 'Zurück zu {client} …',
    cancel: 'Abbrechen und zurück zu {client}',
    elsewhere: 'Öffnen Sie dort {client} und melden Sie sich an.',
  },

  livenessSession: {
    title: 'Zeigen Sie, dass Sie wirklich da sind',
    titles: {
      open: '{client} bittet Sie zu zeigen, dass Sie wirklich da sind',
      succeeded: 'Fertig',
      failed: 'Das hat nicht geklappt',
      expired: 'Die Zeit ist um',
    },
    what: 'Sie schauen in die Kamera und drehen den Kopf. {client} erfährt, ob das ein lebender Mensch getan hat und ob es die erwartete Person war.',
    promise:
      'Die Bilder gehen an diesen Dienst. {client} bekommt möglicherweise eines davon. Alle werden innerhalb von zwei Stunden gelöscht.',
    left: 'Verbleibende Versuche: {number}',
    ends: {
      succeeded: '{client} bekommt das Ergebnis von diesem Dienst.',
      failed: 'Gehen Sie zurück zu {client} und beginnen Sie neu.',
      expired: 'Gehen Sie zurück zu {client} und beginnen Sie neu.',
    },
    back: 'Zurück zu {client}',
    phone: 'Auf dem Telefon fortfahren',
    scan: 'Diesen Code mit der Kamera des Telefons scannen. Diese Seite zieht von selbst nach.',
    gone: 'Dieser Link ist abgelaufen oder unvollständig. Gehen Sie zurück zur Anwendung und beginnen Sie neu.',
  },

  signInTitles: {
    identify: 'Beim Profil anmelden',
    face: 'Bitte das Gesicht zeigen',
    'second-factor': 'Noch ein Schritt: Ihr Code',
    'second-factor-set-up': 'Den zweiten Faktor einrichten',
  },

  passkeys: {
    step: 'Noch ein Schritt: Ihr Passkey',
    unlock: 'Entsperren Sie einen Passkey so, wie Sie Ihr Telefon oder Ihren Computer entsperren.',
    use: 'Meinen Passkey verwenden',
    insteadOfFace: 'Statt des Gesichts einen Passkey verwenden',
    codeInstead: 'Stattdessen einen Code verwenden',
    cancelled:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    notHere: 'Dieser Browser oder diese Adresse unterstützt keine Passkeys.',
    title: 'Passkeys',
    one: 'Passkey',
    what: 'Ein Passkey liegt auf Ihrem Telefon, Computer oder Sicherheitsschlüssel. Sie entsperren ihn wie das Gerät selbst: mit Fingerabdruck, Gesicht oder PIN, die das Gerät nie verlassen.',
    goodFor: 'In einem unbekannten Browser können Sie ihn nach Ihrem Gesicht zeigen.',
    goodForBoth:
      'In einem unbekannten Browser können Sie ihn nach Ihrem Gesicht zeigen. Er öffnet auch dieses Profil, wenn Ihr Gesicht nicht erkannt wird.',
    made: 'Hinzugefügt {time}.',
    used: 'Zuletzt verwendet {time}.',
    synced: 'Liegt auf mehreren Ihrer Geräte.',
    add: 'Passkey hinzufügen',
    notAdded:
      'Dieser Passkey konnte nicht hinzugefügt werden. Vielleicht wurde er schon hinzugefügt.',
    addCancelled:
      'Es wurde kein Passkey hinzugefügt. Sie können es jederzeit noch einmal versuchen.',
    remove: 'Entfernen',
    removeQuestion: 'Den Passkey „{name}“ entfernen?',
    removeWarning:
      'Danach kann sich niemand mehr mit ihm anmelden. Löschen Sie ihn auch auf Ihrem Gerät.',
    removeLast: 'Es ist Ihr letzter Passkey, und Sie haben keine Authenticator-App.',
  },

  browsers: {
    unknown:
      'Ihr Konto kennt diesen Browser nicht. Deshalb braucht es außer Ihrem Gesicht noch etwas.',
    remember: 'Diesen Browser merken',
    rememberWhy:
      'Danach genügt hier Ihr Gesicht. Wählen Sie das nicht auf einem Gerät, das auch andere benutzen.',
    noWay:
      'Ihr Konto hat keinen weiteren Weg zur Anmeldung. Bitten Sie den Betreiber dieses Dienstes um einen Einmal-Link.',
    step: 'Noch etwas',
    furtherWay: 'Diese Änderung braucht außer Ihrem Gesicht noch etwas.',
    needed:
      'Diese Änderung braucht einen Browser, den Ihr Konto kennt. Lassen Sie diesen merken, um fortzufahren.',
    keepsNothing:
      'Dieser Browser bewahrt keine Schlüssel auf und kann nicht gemerkt werden. Vielleicht liegt es an einem privaten Fenster.',
    title: 'Bekannte Browser',
    what: 'In einem bekannten Browser genügt Ihr Gesicht. Jeder hält einen Schlüssel, der sich nicht kopieren lässt.',
    none: 'Kein Browser ist bekannt.',
    unnamed: 'Ein Browser',
    times: 'Bekannt seit {created}, zuletzt benutzt {used}.',
    forget: 'Vergessen',
    forgetQuestion: '„{name}“ vergessen?',
    forgetWarning:
      'Seine Sitzungen enden. Die nächste Anmeldung dort braucht außer Ihrem Gesicht noch etwas.',
  },

  recovery: {
    title: 'Wiederherstellungscodes',
    what: 'Jeder Code gilt einmal anstelle eines anderen Weges, wenn Sie sich in einem neuen Browser anmelden.',
    keep: 'Schreiben oder drucken Sie sie jetzt auf: Sie werden nicht noch einmal gezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    code: 'Wiederherstellungscode',
    codeOrRecovery: 'Code aus Ihrer App oder ein Wiederherstellungscode',
    hint: 'Sechzehn Buchstaben und Ziffern aus Ihrer Liste.',
    left: 'Unbenutzte Codes: {number}',
    none: 'Sie haben keine Wiederherstellungscodes. Erstellen Sie welche, damit Sie sich auch ohne diesen Browser anmelden können.',
    make: 'Neue Codes erstellen',
    replaces: 'Die früheren Codes gelten dann nicht mehr.',
  },

  mailLink: {
    ask: 'Stattdessen einen Link per E-Mail',
    sent: 'Sehen Sie in Ihr Postfach',
    openHere:
      'Wenn dieses Konto eine bestätigte E-Mail-Adresse hat, ist ein Link unterwegs. Öffnen Sie ihn innerhalb von 15 Minuten in diesem Browser. Auf der Seite, die er öffnet, geht es weiter.',
    nothingCame:
      'Nichts gekommen? Sehen Sie im Spam nach. Eine Adresse bekommt höchstens fünf E-Mails in der Stunde.',
    again: 'Noch einen Link schicken',
    title: 'Mit dem Link anmelden',
    onlyIfAsked:
      'Fahren Sie nur fort, wenn Sie diesen Link selbst angefordert haben. Er gilt einmal.',
    open: 'Anmelden',
    elsewhere:
      'Dieser Link gilt nur in dem Browser, in dem Sie ihn angefordert haben, und nur solange jene Anmeldung läuft. Öffnen Sie ihn dort, oder fordern Sie einen neuen an.',
  },

  enrolFace: {
    better: 'Die Bilder könnten besser sein. In Ihrem Profil können Sie neue aufnehmen.',
    consent: 'Einwilligung',
    rights:
      'Sie können jederzeit einsehen, herunterladen und löschen, was gespeichert ist, und sich bei einer Datenschutzbehörde beschweren.',
    version: 'Fassung {version} dieses Textes.',
    agree: 'Ich willige ein',
    samePerson:
      'Die Bilder ersetzen das bisher erfasste Gesicht und müssen dieselbe Person zeigen. Wer nicht mehr erkannt wird, braucht einen Einmal-Link.',
    start: 'Bilder aufnehmen',
    how: 'Drei Bilder: erst gerade schauen, dann den Kopf ein wenig {direction} bewegen, dann {back}.',
    expired: 'Inzwischen ist eine andere Bewegung gefragt. Bitte die Bilder noch einmal aufnehmen.',
    changed: 'Der Text der Einwilligung wurde inzwischen geändert. Bitte noch einmal lesen.',
    review: 'Sind die Bilder gut?',
    reviewHelp:
      'Das ganze Gesicht sollte zu sehen sein, scharf, gleichmäßig beleuchtet und mit offenen Augen. Noch wurde nichts gesendet.',
    picture: 'Bild {n} von {of}',
    send: 'Bilder senden',
    kept: 'Ihre Bilder sind noch da',
    keptHelp: 'Sie wurden noch nicht geprüft. Bitte noch einmal senden oder neue aufnehmen.',
    takeAgain: 'Noch einmal aufnehmen',
    thumbnail: 'Das Gesicht, gespeichert {time}',
  },

  register: {
    title: 'Registrieren',
    titles: {
      loading: 'Registrieren',
      name: 'Registrieren',
      face: 'Gesicht erfassen',
      done: 'Das Gesicht ist erfasst',
      registered: 'Sie sind registriert',
    },
    lead: 'Mit einem Konto melden Sie sich bei Anwendungen mit Ihrem Gesicht an.',
    name: 'Name',
    nameHint: 'Mit ihm melden Sie sich an, und Anwendungen sehen ihn.',
    nameTaken: 'Dieser Name ist vergeben. Bitte einen anderen wählen.',
    nameBad: 'Ein Name hat höchstens 64 Zeichen und kein @.',
    email: 'E-Mail-Adresse (freiwillig)',
    emailHint:
      'Ist sie bestätigt, können Sie sich mit ihr anmelden, und in neuen Browsern über einen Link.',
    emailBad: 'Das ist keine E-Mail-Adresse.',
    next: 'Weiter',
    haveAccount: 'Schon registriert?',
    mailed:
      'An {email} wurde ein Link gesendet. Öffnen Sie ihn innerhalb eines Tages, um die Adresse zu bestätigen.',
    notMailed: 'An {email} konnte kein Link gesendet werden. Das geht später im Profil.',
    registered: 'Angemeldet als {name}; das Gesicht ist erfasst.',
    done: 'Ab jetzt können Sie sich damit anmelden. Diese kleinen Bilder sind verschlüsselt gespeichert:',
    backToLogin: 'Zurück zur Anmeldung',
    toProfile: 'Mein Profil öffnen',
  },

  link: {
    title: 'Einmal-Link',
    titles: {
      'confirm-email': 'Die Adresse ist bestätigt',
      enrol: 'Willkommen, {name}',
      done: 'Das Gesicht ist erfasst',
    },
    onlyIfYours: 'Nur weiter, wenn dieser Link für Sie bestimmt ist. Er gilt einmal.',
    noCamera:
      'Es wurde keine Kamera gefunden. Um Ihr Gesicht zu erfassen, öffnen Sie den Link auf einem Gerät mit Kamera.',
    used: 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
    askAgain: 'Einen neuen bekommen Sie dort, woher dieser kam.',
    confirmed: 'Ab jetzt können Sie sich auch mit ihr anmelden.',
    admin: 'Mit diesem Konto verwalten Sie den Dienst.',
    toAdmin: 'Verwaltung öffnen',
  },

  profile: {
    title: 'Profil',
    lead: 'Was dieser Dienst über Sie gespeichert hat und was Sie damit tun können.',
    signOut: 'Abmelden',
    admin: 'Verwaltung',
    locked: 'Die Anmeldung ist eine Weile her. Zum Ändern bitte das Gesicht noch einmal zeigen.',
    cameByMail:
      'Sie sind mit einem Link aus einer E-Mail hier. Um etwas zu ändern, zeigen Sie Ihr Gesicht.',
    unlock: 'Neu anmelden',
    face: 'Gesicht',
    stored: 'Verschlüsselt gespeicherte Aufnahmen: {vectors}. Erfasst: {time}.',
    consent: 'Einwilligung vom {time}, Fassung {version}',
    noFace: 'Noch ist kein Gesicht erfasst. Ein Konto ohne Gesicht wird nach einem Tag gelöscht.',
    enrolAgain: 'Neu erfassen',
    keepFace: 'Das erfasste Gesicht behalten',
    enrolled: 'Die neuen Bilder haben die alten ersetzt.',
    applications: 'Anwendungen',
    noApplications: 'Keine Anwendung hat Zugriff.',
    knows: 'Kennt {scopes}.',
    since: 'Seit {granted}, zuletzt {used}.',
    revoke: 'Zugriff beenden',
    revokeQuestion: 'Den Zugriff von {name} beenden?',
    revokeWarning: 'Die Anwendung verliert den Zugriff und fragt bei der nächsten Anmeldung neu.',
    email: 'E-Mail-Adresse',
    noEmail: 'Noch keine Adresse.',
    emailConfirmed: '{email}, bestätigt.',
    emailWaiting: '{email}, noch nicht bestätigt.',
    newEmail: 'Neue Adresse',
    sendLink: 'Link schicken',
    sendAgain: 'Link noch einmal schicken',
    secondFactor: 'Zweiter Faktor',
    secondFactorOff:
      'Ein Code aus einer Authenticator-App, den Sie in unbekannten Browsern nach Ihrem Gesicht zeigen.',
    secondFactorStays:
      'Mit diesem Konto verwalten Sie den Dienst. Der zweite Faktor lässt sich deshalb nicht ausschalten.',
    secondFactorOn:
      'In unbekannten Browsern können Sie nach Ihrem Gesicht einen Code aus Ihrer Authenticator-App zeigen.',
    setUp: 'Einrichten',
    scan: 'Bitte mit der Authenticator-App scannen und dann den Code eingeben, den sie zeigt.',
    qr: 'QR-Code für die Authenticator-App',
    openHere: 'Die App auf diesem Gerät öffnen',
    typeSecret: 'Oder diesen Schlüssel in die App eintippen:',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    sessions: 'Wo Sie angemeldet sind',
    here: 'Dieser Browser',
    elsewhere: 'Ein anderer Browser',
    sessionTimes: 'Seit {created}, zuletzt aktiv {seen}, bis {expires}.',
    endSession: 'Diese Sitzung beenden',
    history: 'Letzte Anmeldungen',
    noHistory: 'Es gibt keine.',
    ownProfile: 'dieses Profil',
    shown: {
      face: 'Gesicht',
      'second-factor': 'zweiter Faktor',
      passkey: 'Passkey',
      mail: 'Link per E-Mail',
    },
    passed: 'eingelassen',
    notPassed: 'abgelehnt',
    endSessions: 'Überall sonst abmelden',
    data: 'Gespeicherte Daten',
    dataLead: 'Alles, was gespeichert ist: als Datei, oder für immer gelöscht.',
    download: 'Herunterladen',
    erase: 'Alles löschen',
    eraseQuestion: 'Alles löschen?',
    eraseWarning:
      'Konto, Vorlage, Bilder, Einwilligungen und die Zugriffe von Anwendungen werden gelöscht. Das lässt sich nicht rückgängig machen.',
    eraseName: 'Zur Bestätigung bitte den Namen eingeben: {name}',
    eraseNameWrong: 'Das ist nicht der Name.',
    erased: 'Alles ist gelöscht.',
  },

  scopes: {
    basic: 'den Namen und eine Nummer, die nur bei dieser Anwendung gilt',
    email: 'die E-Mail-Adresse, wenn sie bestätigt ist',
    bcid: 'die Nummer der Vorlage bei diesem Dienst, die für jede Anwendung dieselbe ist',
    openid: 'den Zeitpunkt jeder Anmeldung',
  },

  faceErrors: {
    FaceNotFound: 'Es wurde kein Gesicht gefunden. Bitte bei gutem Licht in den Umriss bringen.',
    MultipleFacesFound: 'Es war mehr als ein Gesicht zu sehen. Bitte nur eines.',
    ThumbnailExtractionFailed: 'Das Gesicht war abgeschnitten. Bitte ein wenig zurückgehen.',
    QualityTooLow:
      'Das Bild ist nicht gut genug. Bitte gleichmäßiges Licht suchen und stillhalten.',
    RejectedByObviousFakeDetector:
      'Das sah nicht nach einem Menschen vor der Kamera aus. Bitte nichts davorhalten und das Gesicht nicht verdecken.',
    RejectedByPassiveLiveDetection:
      'Das sah nicht nach einem Menschen vor der Kamera aus. Bitte zu gleichmäßigem Licht drehen und noch einmal versuchen.',
    RejectedByActiveLiveDetection:
      'Die Bewegung war nicht zu sehen. Bitte erst gerade schauen, dann den Kopf etwa eine Handbreit drehen.',
    RejectedByChallengeResponse: 'Der Kopf hat sich anders bewegt als verlangt.',
    FaceCovered:
      'Etwas verdeckt Ihr Gesicht: Bitte Maske, Schal oder Sonnenbrille abnehmen und die Hände weghalten.',
    EyesClosed:
      'Die Augen scheinen geschlossen zu sein: Bitte beide öffnen und in die Kamera sehen.',
    TurnFurther: 'Die Drehung war zu klein: Drehen Sie den Kopf weiter, etwa um eine Handbreit.',
    TurnSlower: 'Die Drehung war zu schnell für die Kamera: Drehen Sie den Kopf langsamer.',
    NotRecognised:
      'Das Gesicht wurde nicht erkannt, oder es waren zu viele Versuche: bitte kurz warten, dann noch einmal versuchen.',
    WrongCode: 'Der Code ist falsch oder wurde schon benutzt.',
    WrongLink:
      'Der Link ist abgelaufen, wurde schon benutzt oder gehört zu einer anderen Anmeldung. Fordern Sie einen neuen an.',
    WrongPasskey: 'Der Passkey gehört nicht zu diesem Konto, oder die Antwort kam zu spät.',
    other: 'Es hat nicht geklappt. Bitte noch einmal versuchen.',
  },

  camera: {
    start: 'Kamera einschalten',
    promise: 'Bilder bleiben auf diesem Gerät, bis sie abgeschickt werden.',
    willAsk:
      'Ihr Browser wird gleich fragen, ob diese Seite die Kamera verwenden darf. Erlauben Sie es: Vorher wird nichts aufgenommen.',
    starting: 'Die Kamera startet …',
    take: { one: 'Bild aufnehmen', turns: 'Beginnen', video: '4 Sekunden aufnehmen' },
    now: 'Jetzt aufnehmen',
    help: 'Das dauert länger, als es sollte',
    helps: [
      'So sitzen, dass Licht auf das Gesicht fällt und nicht von hinten kommt.',
      'Die Kamera eine Armlänge entfernt auf Augenhöhe haben.',
      'Die Augen öffnen und abnehmen, was das Gesicht verdeckt: Maske, dunkle Brille, Mütze.',
    ],
    helpTurn: 'Den Kopf langsam und in einem Zug drehen, bis der Ring voll ist, und dort halten.',
    helpNow: 'Oder selbst auslösen: Der Dienst sagt, ob das Bild genügt.',
    stop: 'Ausschalten',
    choose: 'Kamera',
    problem: 'Die Kamera lässt sich nicht benutzen',
    problems: {
      insecure: 'Browser geben eine Kamera nur Seiten, die über https:// kommen.',
      blocked: 'Diese Seite kann die Kamera nicht benutzen.',
      denied: 'Diese Seite darf die Kamera nicht benutzen.',
      none: 'Es wurde keine Kamera gefunden. Bitte eine anschließen, oder ein Telefon oder einen anderen Computer benutzen.',
      busy: 'Ein anderes Programm benutzt die Kamera.',
      failed: 'Der Browser konnte die Kamera nicht starten.',
    },
    allow: {
      chrome: 'Auf das Symbol links neben der Adresse drücken, die Kamera erlauben und neu laden.',
      android: 'Auf das Symbol links neben der Adresse, dann auf „Berechtigungen“ drücken.',
      firefox: 'Auf die durchgestrichene Kamera neben der Adresse drücken und die Sperre aufheben.',
      safari: 'Im Menü Safari „Einstellungen für diese Website“ öffnen und die Kamera erlauben.',
      ios: 'Neben der Adresse auf „aA“, dann auf „Website-Einstellungen“ drücken.',
      other: 'Erlauben Sie es in den Einstellungen des Browsers.',
    },
  },

  hints: {
    lookStraight: 'Bitte das Gesicht in den Umriss bringen.',
    noFace: 'Es ist kein Gesicht zu sehen: bitte in den Umriss bringen.',
    severalFaces: 'Bitte nur ein Gesicht.',
    moveCloser: 'Näher kommen.',
    moveBack: 'Ein wenig zurückgehen.',
    moveUp: 'Das Gesicht ist zu tief: Kamera nach unten neigen oder aufrechter sitzen.',
    moveDown: 'Das Gesicht ist zu hoch: Kamera nach oben neigen oder tiefer gehen.',
    moveLeft: 'Ein wenig nach links gehen.',
    moveRight: 'Ein wenig nach rechts gehen.',
    faceCamera: 'Bitte gerade in die Kamera sehen.',
    tooDark: 'Zu dunkel: bitte zum Licht drehen.',
    tooBright: 'Zu hell: direktes Licht bitte meiden.',
    backlit: 'Das Licht kommt von hinten: bitte zum Licht drehen.',
    blurred: 'Das Bild ist unscharf: stillhalten, Linse putzen.',
    faceCovered: 'Mund oder Nase sind verdeckt: bitte das ganze Gesicht zeigen.',
    holdStill: 'Stillhalten.',
    ready: 'Gut so. Stillhalten.',
    turnHead: 'Jetzt den Kopf ein wenig zur Seite drehen und so halten.',
    turnUp: 'Jetzt den Kopf ein wenig heben und so halten.',
    turnDown: 'Jetzt den Kopf ein wenig senken und so halten.',
    turnLeft: 'Jetzt den Kopf nach links drehen und so halten.',
    turnRight: 'Jetzt den Kopf nach rechts drehen und so halten.',
    turnFurther: 'Noch ein wenig weiter, dann halten.',
    turnSlower: 'Zu schnell: langsam drehen, dann halten.',
    otherWay: 'Bitte in die andere Richtung.',
    recording: 'Aufnahme läuft: bitte in die Kamera sehen.',
  },

  directions: { up: 'nach oben', down: 'nach unten', left: 'nach links', right: 'nach rechts' },
};
