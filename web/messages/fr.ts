/** The texts of people's pages in French. A machine drafted them; no speaker has reviewed them. */
import type { PeopleMessages } from './en.ts';

export const fr: PeopleMessages = {
  shell: {
    skip: 'Aller au contenu',
    navigation: 'Pages',
    about: 'Fonctionne avec Prosopon, biométrie faciale ouverte.',
    responsible: 'Qui est responsable',
    controller: 'Responsable du traitement',
    retention: 'Durée de conservation des données',
    contact: 'Contact',
    privacy: 'Confidentialité',
    imprint: 'Mentions légales',
    documentation: 'Documentation',
    reference: 'Référence de l’API',
    language: 'Langue',
    drafted: 'Ces textes ont été traduits automatiquement.',
    theme: 'Thème : {theme}',
    themes: { system: 'comme le système', light: 'clair', dark: 'sombre' },
    cancel: 'Annuler',
    close: 'Fermer',
    copy: 'Copier',
    copied: 'Copié',
    notCopied: 'Le navigateur ne l’a pas copié. Le texte est sélectionné : copiez-le à la main.',
  },

  landing: {
    title: 'Accueil',
    heading: '{name} vous reconnaît à votre visage',
    lead: 'Sur les sites qui le proposent, regardez la caméra pour vous connecter : pas de mot de passe, rien à retenir.',
    profile: 'Mon profil',
    profileWhat:
      'Consultez, téléchargez ou effacez vos données, et retirez l’accès accordé à des sites.',
    register: 'Créer un compte',
    registerWhat: 'Un nom, votre consentement et trois photos. Une demi-minute suffit.',
    sites:
      'Pour vous connecter à un site, commencez sur ce site : il vous envoie ici, puis vous y revenez.',
    desk: 'Pour les personnes qui gèrent ce service',
    admin: 'Administration',
    playground: 'Page d’essai',
  },

  notFound: {
    title: 'Cette page n’existe pas',
    advice:
      'L’adresse est peut-être mal saisie, ou la page a expiré. La connexion commence sur le site auquel vous voulez accéder.',
    start: 'Aller à l’accueil',
  },

  logout: {
    title: 'Se déconnecter',
    as: '{name} est connecté ici.',
    by: '{client} demande votre déconnexion.',
    others: 'Les autres sites ouverts avec cette connexion vous redemanderont votre visage.',
    yes: 'Se déconnecter',
    no: 'Rester connecté',
    now: 'Déconnexion …',
    done: 'Vous êtes déconnecté',
    close: 'Vous pouvez fermer cette fenêtre.',
    stayed: 'Vous êtes toujours connecté',
  },

  loginError: {
    title: 'Connexion impossible',
    advice: 'Aucune donnée n’a été transmise. Revenez à l’application et réessayez.',
    details: 'Pour ses développeurs :',
    reasons: {
      invalid_client: 'Ce service ne connaît pas l’application qui vous envoie ici.',
      invalid_redirect_uri:
        'L’application veut vous renvoyer à une adresse qui n’est pas enregistrée pour elle.',
      busy: 'Trop de connexions ont été commencées depuis votre réseau. Attendez une minute, puis réessayez.',
      expired: 'La connexion a pris trop de temps, ou elle est déjà terminée.',
      other: 'L’application a envoyé une demande à laquelle il est impossible de répondre.',
    },
  },

  account: {
    loading: 'Un instant…',
    checking: 'Vérification…',
    identifier: 'Nom ou adresse e-mail',
    next: 'Continuer',
    noAccount: 'Pas encore de compte ?',
    register: 'Créer un compte',
    as: 'Compte : {identifier}.',
    somebodyElse: 'Ce n’est pas vous ?',
    show: 'Montrer mon visage',
    showAgain: 'Réessayer',
    again: 'Réessayer',
    changedElsewhere:
      'Cela a changé dans une autre fenêtre ou sur un autre appareil. Voici l’état actuel.',
    move: 'Regardez la caméra bien en face, puis tournez un peu la tête.',
    moveTo: 'Regardez la caméra bien en face, puis bougez la tête {direction}.',
    promise: 'Les photos sont envoyées à ce service ; elles ne sont pas conservées.',
    code: 'Code de votre application d’authentification',
    codeHint: 'Six chiffres qui changent toutes les trente secondes.',
    back: 'Retour',
    signInAgain: 'Reconnectez-vous d’abord : votre dernière connexion est trop ancienne.',
    stepUp: 'Se reconnecter',
    stepUpWhy:
      'Votre connexion date de plus de dix minutes. Montrez à nouveau votre visage pour continuer.',
    sessionOver: 'Votre session a expiré. Montrez à nouveau votre visage pour continuer.',
    administratorsNeed:
      'Vous administrez ce service. En plus de votre visage, un second facteur vous est demandé à chaque connexion : un code d’une application d’authentification ou une clé d’accès. Configurez-en un pour continuer.',
    setUpApp: 'Configurer une application d’authentification',
    whatAuthenticatorsAre:
      'Une application d’authentification affiche sur votre téléphone six chiffres qui changent toutes les trente secondes. De nombreux gestionnaires de mots de passe en proposent une aussi.',
    serviceStarts: 'Le service est en cours de démarrage.',
    goesOn: 'Cette page continuera d’elle-même dès que le service sera prêt.',
    cannotLook: 'Ce service ne peut pas analyser les visages pour le moment.',
    onlyOperator: 'Seul son exploitant peut y remédier. Revenez plus tard ou prévenez-le.',
    notPassed: 'Cela n’a pas fonctionné',
    stillNot: 'Cela ne fonctionne toujours pas ?',
    stillNotHelps: [
      'Placez-vous face à une lumière uniforme, pas à contre-jour.',
      'Retirez ce que vous ne portiez pas lors de l’enregistrement de votre visage : lunettes de soleil, masque, chapeau.',
      'Tenez la caméra à la hauteur de vos yeux.',
      'Le nom est-il le bon ? C’est celui que vous avez choisi en créant votre compte.',
    ],
    otherWay:
      'Si rien n’y fait, l’exploitant de ce service peut vous envoyer un lien pour enregistrer à nouveau votre visage.',
    tooMany: 'Trop de tentatives infructueuses.',
    wait: 'Veuillez patienter {time}.',
    waited: 'Vous pouvez réessayer.',
    refusals: {
      0: 'Le service ne répond pas. Vérifiez votre connexion à Internet.',
      400: 'L’une des informations saisies n’est pas valide.',
      401: 'Votre session a expiré. Rechargez cette page.',
      403: 'Vous n’avez pas le droit de faire cela.',
      404: 'Cette page a expiré. Rechargez-la.',
      409: 'Une autre connexion a été commencée entre-temps. Recommencez.',
      413: 'Les photos sont trop volumineuses.',
      500: 'Le service a rencontré une erreur. Réessayez dans un instant.',
      503: 'Le service ne peut pas analyser les visages pour le moment. Réessayez dans un instant.',
      other: 'Le service a refusé cette demande (statut {status}).',
    },
  },

  login: {
    title: 'Se connecter',
    titles: {
      identify: 'Se connecter à {client}',
      face: 'Montrez votre visage',
      'second-factor': 'Encore une étape : votre code',
      consent: 'Se connecter à {client} ?',
      leaving: 'C’est fait',
    },
    ended: 'Cette connexion est terminée ou a expiré. Revenez à l’application et recommencez.',
    demandsSecondFactor:
      '{client} demande un second facteur à chaque connexion. Configurez-en un, et la connexion se poursuivra.',
    asks: '{client} recevra :',
    knows: 'Vous avez déjà accepté de partager : {scopes}',
    noFace:
      '{client} ne voit ni vos photos ni votre gabarit biométrique. Vous pouvez retirer son accès dans votre profil.',
    allow: 'Accepter et se connecter',
    leaving: 'Retour à {client}…',
    cancel: 'Annuler et revenir à {client}',
    elsewhere: 'Ouvrez-y {client} et connectez-vous.',
  },

  livenessSession: {
    title: 'Montrez que vous êtes bien là',
    titles: {
      open: '{client} vous demande de montrer que vous êtes bien là',
      succeeded: 'Terminé',
      failed: 'Cela n’a pas fonctionné',
      expired: 'Le temps est écoulé',
    },
    what: 'Vous regardez la caméra et tournez la tête. {client} apprend si une personne réelle l’a fait, et s’il s’agit de la personne attendue.',
    promise:
      'Les images sont envoyées à ce service. {client} peut en recevoir une. Elles sont toutes effacées dans un délai de deux heures.',
    left: 'Essais restants : {number}',
    ends: {
      succeeded: '{client} reçoit le résultat de ce service.',
      failed: 'Revenez à {client} et recommencez.',
      expired: 'Revenez à {client} et recommencez.',
    },
    back: 'Retour à {client}',
    phone: 'Continuer sur votre téléphone',
    scan: 'Scannez ce code avec l’appareil photo du téléphone. Cette page suit d’elle-même.',
    gone: 'Ce lien a expiré ou est incomplet. Revenez à l’application et recommencez.',
  },

  signInTitles: {
    identify: 'Accéder à votre profil',
    face: 'Montrez votre visage',
    'second-factor': 'Encore une étape : votre code',
    'second-factor-set-up': 'Configurez votre second facteur',
  },

  passkeys: {
    step: 'Encore une étape : votre clé d’accès',
    unlock:
      'Déverrouillez une clé d’accès comme vous déverrouillez votre téléphone ou votre ordinateur.',
    use: 'Utiliser ma clé d’accès',
    insteadOfFace: 'Utiliser une clé d’accès au lieu de mon visage',
    codeInstead: 'Utiliser plutôt un code',
    cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou choisissez une autre méthode.',
    notHere: 'Ce navigateur, ou cette adresse, ne prend pas en charge les clés d’accès.',
    title: 'Clés d’accès',
    one: 'Clé d’accès',
    what: 'Une clé d’accès se trouve sur votre téléphone, votre ordinateur ou une clé de sécurité. Vous la déverrouillez comme l’appareil : par empreinte digitale, visage ou code PIN, qui n’en sortent jamais.',
    goodFor: 'Dans un navigateur inconnu, vous pouvez la montrer après votre visage.',
    goodForBoth:
      'Dans un navigateur inconnu, vous pouvez la montrer après votre visage. Elle ouvre aussi ce profil quand votre visage n’est pas reconnu.',
    made: 'Ajoutée : {time}.',
    used: 'Dernière utilisation : {time}.',
    synced: 'Disponible sur plusieurs de vos appareils.',
    add: 'Ajouter une clé d’accès',
    notAdded: 'Cette clé d’accès n’a pas pu être ajoutée. Elle l’a peut-être déjà été.',
    addCancelled: 'Aucune clé d’accès n’a été ajoutée. Réessayez quand vous voulez.',
    remove: 'Retirer',
    removeQuestion: 'Retirer la clé d’accès « {name} » ?',
    removeWarning: 'Elle ne permettra plus de se connecter. Supprimez-la aussi de votre appareil.',
    removeLast:
      'C’est votre dernière clé d’accès, et vous n’avez pas d’application d’authentification.',
  },

  browsers: {
    unknown:
      'Votre compte ne connaît pas ce navigateur : il faut donc autre chose en plus de votre visage.',
    remember: 'Mémoriser ce navigateur',
    rememberWhy:
      'Ensuite, votre visage suffira ici. Ne le choisissez pas sur un appareil que d’autres utilisent.',
    noWay:
      'Votre compte n’a aucun autre moyen de connexion. Demandez un lien à usage unique à l’opérateur de ce service.',
    step: 'Encore une chose',
    furtherWay: 'Cette modification demande autre chose en plus de votre visage.',
    needed:
      'Cette modification demande un navigateur que votre compte connaît. Laissez mémoriser celui-ci pour continuer.',
    keepsNothing:
      'Ce navigateur ne conserve pas de clés et ne peut donc pas être mémorisé. C’est peut-être une fenêtre privée.',
    title: 'Navigateurs connus',
    what: 'Dans un navigateur connu, votre visage suffit. Chacun détient une clé qui ne peut pas être copiée.',
    none: 'Aucun navigateur n’est connu.',
    unnamed: 'Un navigateur',
    times: 'Connu depuis {created}, utilisé pour la dernière fois {used}.',
    forget: 'Oublier',
    forgetQuestion: 'Oublier « {name} » ?',
    forgetWarning:
      'Ses sessions prennent fin. La prochaine connexion y demandera autre chose en plus de votre visage.',
  },

  recovery: {
    title: 'Codes de secours',
    what: 'Chaque code vaut une fois, à la place d’un autre moyen, quand vous vous connectez dans un nouveau navigateur.',
    keep: 'Notez-les ou imprimez-les maintenant : ils ne seront plus affichés.',
    copy: 'Les copier',
    copied: 'Copiés',
    code: 'Code de secours',
    codeOrRecovery: 'Code de votre application, ou un code de secours',
    hint: 'Seize lettres et chiffres de la liste que vous avez gardée.',
    left: 'Codes non utilisés : {number}',
    none: 'Vous n’avez pas de codes de secours. Créez-en, pour pouvoir vous connecter sans ce navigateur.',
    make: 'Créer de nouveaux codes',
    replaces: 'Les codes précédents ne vaudront alors plus rien.',
  },

  mailLink: {
    ask: 'M’envoyer plutôt un lien par e-mail',
    sent: 'Consultez vos e-mails',
    openHere:
      'Si ce compte a une adresse e-mail confirmée, un lien lui a été envoyé. Ouvrez-le dans ce navigateur dans les 15 minutes, et continuez sur la page qui s’ouvre.',
    nothingCame:
      'Rien reçu ? Regardez dans le courrier indésirable. Une adresse reçoit au plus cinq e-mails par heure.',
    again: 'M’envoyer un autre lien',
    title: 'Se connecter avec le lien',
    onlyIfAsked:
      'Ne continuez que si vous avez demandé ce lien vous-même. Il ne fonctionne qu’une fois.',
    open: 'Se connecter',
    elsewhere:
      'Ce lien ne fonctionne que dans le navigateur où vous l’avez demandé, et seulement tant que cette connexion dure. Ouvrez-le dans ce navigateur, ou demandez-en un autre.',
  },

  enrolFace: {
    better:
      'Ces photos pourraient être meilleures. Vous pouvez en prendre d’autres dans votre profil.',
    consent: 'Votre consentement',
    rights:
      'Vous pouvez consulter, télécharger et effacer ce qui est conservé, et saisir une autorité de protection des données.',
    version: 'Version {version} de ce texte.',
    agree: 'J’accepte',
    samePerson:
      'Les photos remplacent le visage enregistré auparavant et doivent montrer la même personne. Si votre visage n’est plus reconnu, demandez un lien à usage unique.',
    start: 'Prendre les photos',
    how: 'Trois photos : regardez bien en face, puis bougez un peu la tête {direction}, puis {back}.',
    expired: 'Un autre mouvement est maintenant demandé. Reprenez les photos.',
    changed: 'Le texte du consentement a changé entre-temps. Relisez-le.',
    review: 'Les photos sont-elles bonnes ?',
    reviewHelp:
      'Votre visage doit être entier, net et éclairé uniformément, les yeux ouverts. Rien n’a encore été envoyé.',
    picture: 'Photo {n} sur {of}',
    send: 'Envoyer les photos',
    kept: 'Vos photos sont toujours là',
    keptHelp: 'Elles n’ont pas encore été examinées. Renvoyez-les ou prenez-en d’autres.',
    takeAgain: 'Les reprendre',
    thumbnail: 'Votre visage, conservé depuis le {time}',
  },

  register: {
    title: 'Créer un compte',
    titles: {
      loading: 'Créer un compte',
      name: 'Créer un compte',
      face: 'Votre visage',
      done: 'Votre visage est enregistré',
      registered: 'Votre compte est créé',
    },
    lead: 'Avec un compte, vous vous connectez à des applications avec votre visage.',
    name: 'Nom',
    nameHint: 'Il vous sert à vous connecter, et les applications le voient.',
    nameTaken: 'Ce nom est déjà pris. Choisissez-en un autre.',
    nameBad: 'Un nom comporte au plus 64 caractères, sans @.',
    email: 'Adresse e-mail (facultatif)',
    emailHint:
      'Une fois confirmée, elle vous permet de vous connecter, et par un lien depuis de nouveaux navigateurs.',
    emailBad: 'Ce n’est pas une adresse e-mail.',
    next: 'Continuer',
    haveAccount: 'Déjà un compte ?',
    mailed:
      'Un lien a été envoyé à {email}. Ouvrez-le dans les 24 heures pour confirmer l’adresse.',
    notMailed:
      'Impossible d’envoyer un lien à {email} pour le moment. Vous pourrez le demander plus tard dans votre profil.',
    registered: 'Votre session est ouverte au nom de {name}, et votre visage est enregistré.',
    done: 'Vous pouvez désormais vous connecter avec lui. Ces petites photos sont conservées, chiffrées :',
    backToLogin: 'Revenir à la connexion',
    toProfile: 'Ouvrir mon profil',
  },

  link: {
    title: 'Lien à usage unique',
    titles: {
      'confirm-email': 'Votre adresse est confirmée',
      enrol: 'Bienvenue, {name}',
      done: 'Votre visage est enregistré',
    },
    onlyIfYours: 'Ne continuez que si ce lien vous est destiné. Il ne fonctionne qu’une fois.',
    noCamera:
      'Aucune caméra n’a été trouvée. Pour enregistrer votre visage, ouvrez le lien sur un appareil qui en a une.',
    used: 'Ce lien a expiré ou a déjà été utilisé.',
    askAgain: 'Demandez-en un autre là où vous l’avez obtenu.',
    confirmed: 'Vous pouvez désormais vous connecter aussi avec elle.',
    admin: 'Vous administrez ce service.',
    toAdmin: 'Ouvrir l’administration',
  },

  profile: {
    title: 'Profil',
    lead: 'Ce que ce service conserve à votre sujet, et ce que vous pouvez en faire.',
    signOut: 'Se déconnecter',
    admin: 'Administration',
    locked:
      'Votre connexion n’est plus récente. Pour modifier quelque chose, montrez à nouveau votre visage.',
    cameByMail:
      'Vous vous êtes connecté par un lien reçu par e-mail. Pour modifier quelque chose, montrez votre visage.',
    unlock: 'Se reconnecter',
    face: 'Votre visage',
    stored: 'Prises de vue conservées, chiffrées : {vectors}. Enregistrement : {time}.',
    consent: 'Consentement du {time}, version {version}',
    noFace:
      'Aucun visage n’est encore enregistré. Un compte sans visage est effacé au bout d’un jour.',
    enrolAgain: 'Enregistrer à nouveau',
    keepFace: 'Garder le visage enregistré',
    enrolled: 'Les nouvelles photos ont remplacé les anciennes.',
    applications: 'Applications',
    noApplications: 'Aucune application n’a accès.',
    knows: 'Connaît {scopes}.',
    since: 'Depuis le {granted}, dernière utilisation le {used}.',
    revoke: 'Retirer l’accès',
    revokeQuestion: 'Retirer l’accès accordé à {name} ?',
    revokeWarning:
      'L’application n’a plus accès à vos données et redemandera votre accord à la prochaine connexion.',
    email: 'Adresse e-mail',
    noEmail: 'Aucune adresse.',
    emailConfirmed: '{email}, confirmée.',
    emailWaiting: '{email}, pas encore confirmée.',
    newEmail: 'Nouvelle adresse',
    sendLink: 'Envoyer un lien',
    sendAgain: 'Renvoyer le lien',
    secondFactor: 'Second facteur',
    secondFactorOff:
      'Un code d’une application d’authentification, à donner après votre visage dans les navigateurs inconnus.',
    secondFactorStays:
      'Vous administrez ce service : le second facteur ne peut pas être désactivé.',
    secondFactorOn:
      'Dans les navigateurs inconnus, vous pouvez donner après votre visage un code de votre application d’authentification.',
    setUp: 'Configurer',
    scan: 'Scannez ceci avec votre application d’authentification, puis saisissez le code affiché.',
    qr: 'Code QR pour l’application d’authentification',
    openHere: 'Ouvrir l’application sur cet appareil',
    typeSecret: 'Ou saisissez-y ceci :',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    sessions: 'Sessions ouvertes',
    here: 'Ce navigateur',
    elsewhere: 'Un autre navigateur',
    sessionTimes: 'Depuis le {created}, dernière activité : {seen}, jusqu’au {expires}.',
    endSession: 'Fermer cette session',
    history: 'Connexions récentes',
    noHistory: 'Il n’y en a aucune.',
    ownProfile: 'ce profil',
    shown: {
      face: 'visage',
      'second-factor': 'second facteur',
      passkey: 'clé d’accès',
      mail: 'lien par e-mail',
    },
    passed: 'acceptée',
    notPassed: 'refusée',
    endSessions: 'Se déconnecter partout ailleurs',
    data: 'Vos données',
    dataLead: 'Tout ce qui est conservé à votre sujet : dans un fichier, ou effacé définitivement.',
    download: 'Télécharger',
    erase: 'Tout effacer',
    eraseQuestion: 'Tout effacer ?',
    eraseWarning:
      'Le compte, le gabarit biométrique, les photos, les consentements et les accès des applications sont effacés. Cette action est irréversible.',
    eraseName: 'Pour confirmer, saisissez votre nom : {name}',
    eraseNameWrong: 'Ce n’est pas votre nom.',
    erased: 'Tout ce qui vous concerne est effacé.',
  },

  scopes: {
    basic: 'votre nom, et un numéro qui vous désigne auprès de cette application uniquement',
    email: 'votre adresse e-mail, une fois confirmée',
    bcid: 'le numéro de votre gabarit biométrique dans ce service, identique pour toutes les applications',
    openid: 'la date et l’heure de votre connexion',
  },

  faceErrors: {
    FaceNotFound:
      'Aucun visage n’a été trouvé. Placez le vôtre dans le contour, sous une bonne lumière.',
    MultipleFacesFound: 'Plusieurs visages étaient visibles. Un seul, s’il vous plaît.',
    ThumbnailExtractionFailed: 'Votre visage était coupé. Reculez un peu.',
    QualityTooLow:
      'La photo n’est pas assez bonne. Cherchez une lumière uniforme et ne bougez pas.',
    RejectedByObviousFakeDetector:
      'Il ne semblait pas y avoir de personne devant la caméra. Ne placez rien devant celle-ci et retirez ce qui couvre votre visage.',
    RejectedByPassiveLiveDetection:
      'Il ne semblait pas y avoir de personne devant la caméra. Tournez-vous vers une lumière uniforme et réessayez.',
    RejectedByActiveLiveDetection:
      'Le mouvement n’a pas été vu. Regardez d’abord bien en face, puis tournez la tête d’environ une largeur de main.',
    RejectedByChallengeResponse: 'Votre tête n’a pas fait le mouvement demandé.',
    FaceCovered:
      'Quelque chose couvre votre visage : retirez masque, écharpe ou lunettes noires, et écartez les mains.',
    EyesClosed: 'Vos yeux semblent fermés : ouvrez les deux et regardez la caméra.',
    TurnFurther:
      'La rotation était trop petite : tournez davantage la tête, d’environ la largeur d’une main.',
    TurnSlower: 'La rotation était trop rapide pour la caméra : tournez la tête plus lentement.',
    NotRecognised:
      'Le visage n’a pas été reconnu, ou il y a eu trop de tentatives : patientez un instant, puis réessayez.',
    WrongCode: 'Le code est incorrect ou a déjà été utilisé.',
    WrongLink:
      'Le lien a expiré, a déjà servi ou appartient à une autre connexion. Demandez-en un autre.',
    WrongPasskey:
      'La clé d’accès n’est pas celle de ce compte, ou la réponse est arrivée trop tard.',
    other: 'Cela n’a pas fonctionné. Réessayez.',
  },

  camera: {
    start: 'Activer la caméra',
    promise: 'Les photos restent sur cet appareil jusqu’à ce que vous les envoyiez.',
    willAsk:
      'Votre navigateur va demander si cette page peut utiliser la caméra. Autorisez-le : rien n’est enregistré avant.',
    starting: 'La caméra démarre…',
    take: { one: 'Prendre la photo', turns: 'Commencer', video: 'Filmer 4 secondes' },
    now: 'Prendre maintenant',
    help: 'Cela prend plus de temps que prévu',
    helps: [
      'Installez-vous face à la lumière, pas à contre-jour.',
      'Gardez la caméra à la hauteur de vos yeux, à une longueur de bras.',
      'Ouvrez les yeux et retirez ce qui cache votre visage : masque, lunettes foncées, casquette.',
    ],
    helpTurn:
      'Tournez la tête lentement et d’un seul geste jusqu’à ce que l’anneau soit plein, puis gardez-la ainsi.',
    helpNow: 'Ou prenez la photo vous-même. Le service vous dira si elle convient.',
    stop: 'Désactiver',
    choose: 'Caméra',
    problem: 'La caméra ne peut pas être utilisée',
    problems: {
      insecure: 'Les navigateurs ne donnent accès à la caméra qu’aux pages en https://.',
      blocked: 'Cette page ne peut pas utiliser la caméra.',
      denied: 'Elle n’a pas été autorisée pour cette page.',
      none: 'Aucune caméra n’a été trouvée. Branchez-en une, ou utilisez un téléphone ou un autre ordinateur.',
      busy: 'Un autre programme l’utilise.',
      failed: 'Le navigateur n’a pas pu la démarrer.',
    },
    allow: {
      chrome:
        'Cliquez sur le symbole à gauche de l’adresse, autorisez la caméra, puis rechargez la page.',
      android:
        'Touchez le symbole à gauche de l’adresse, puis « Autorisations », et autorisez la caméra.',
      firefox:
        'Cliquez sur la caméra barrée à côté de l’adresse, levez le blocage, puis réessayez.',
      safari:
        'Ouvrez « Réglages pour ce site web » dans le menu Safari, autorisez la caméra, puis réessayez.',
      ios: 'Touchez « aA » à côté de l’adresse, puis « Réglages du site web », et autorisez la caméra.',
      other: 'Autorisez la caméra pour cette page dans les réglages du navigateur.',
    },
  },

  hints: {
    lookStraight: 'Placez votre visage dans le contour.',
    noFace: 'Aucun visage visible : placez le vôtre dans le contour.',
    severalFaces: 'Un seul visage, s’il vous plaît.',
    moveCloser: 'Approchez-vous.',
    moveBack: 'Reculez un peu.',
    moveUp: 'Votre visage est trop bas : inclinez la caméra vers le bas, ou redressez-vous.',
    moveDown: 'Votre visage est trop haut : inclinez la caméra vers le haut, ou baissez-vous.',
    moveLeft: 'Déplacez-vous un peu vers votre gauche.',
    moveRight: 'Déplacez-vous un peu vers votre droite.',
    faceCamera: 'Regardez la caméra bien en face.',
    tooDark: 'Trop sombre : tournez-vous vers la lumière.',
    tooBright: 'Trop clair : évitez la lumière directe.',
    backlit: 'La lumière est derrière vous : tournez-vous vers elle.',
    blurred: 'La photo est floue : ne bougez pas, nettoyez l’objectif.',
    faceCovered: 'Votre bouche ou votre nez est couvert : montrez tout le visage.',
    holdStill: 'Ne bougez pas.',
    ready: 'Bien. Ne bougez pas.',
    turnHead: 'Tournez maintenant un peu la tête d’un côté et restez ainsi.',
    turnUp: 'Levez maintenant un peu la tête et restez ainsi.',
    turnDown: 'Baissez maintenant un peu la tête et restez ainsi.',
    turnLeft: 'Tournez maintenant la tête vers votre gauche et restez ainsi.',
    turnRight: 'Tournez maintenant la tête vers votre droite et restez ainsi.',
    turnFurther: 'Encore un peu, puis ne bougez plus.',
    turnSlower: 'Trop vite : tournez lentement, puis ne bougez plus.',
    otherWay: 'De l’autre côté, s’il vous plaît.',
    recording: 'Enregistrement en cours : regardez la caméra.',
  },

  directions: {
    up: 'vers le haut',
    down: 'vers le bas',
    left: 'vers votre gauche',
    right: 'vers votre droite',
  },
};
