/** The English texts of people's pages. The other languages have the same shape. */
import type { Scope } from '../../src/access/oauth/user-claims.ts';
import type { JobErrorCode } from '../../src/errors.ts';

/** Errors of operations that no page for people runs. */
type OfNoPage =
  | 'AlreadyEnrolled'
  | 'DifferentFeatureVersions'
  | 'DocumentNotAuthentic'
  | 'TemplateCorrupted'
  | 'FailureToAcquire'
  | 'FaceDetectionError'
  | 'FaceLandmarkExtractionError'
  | 'FaceOcclusionSegmentationError'
  | 'FaceParsingError'
  | 'QualityAssessmentError'
  | 'UnknownError';

export const en = {
  shell: {
    skip: 'Skip to content',
    navigation: 'Pages',
    about: 'Runs on Prosopon, open face biometrics.',
    responsible: 'Who is responsible',
    controller: 'Controller',
    retention: 'How long data are kept',
    contact: 'Contact',
    privacy: 'Privacy',
    imprint: 'Legal notice',
    documentation: 'Documentation',
    reference: 'API reference',
    language: 'Language',
    drafted: 'These texts were translated by machine.',
    theme: 'Theme: {theme}',
    themes: { system: 'as the system', light: 'light', dark: 'dark' },
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Your browser did not copy it. It is selected now: copy it by hand.',
  },

  landing: {
    title: 'Start',
    heading: '{name} recognises you by your face',
    lead: 'Where a site offers it, you log in by looking into the camera: no password, nothing to remember.',
    profile: 'My profile',
    profileWhat: 'See, download or erase your data, and end the access of sites.',
    register: 'Register',
    registerWhat: 'A name, your consent and three pictures. It takes half a minute.',
    sites: 'To log in to a site, start there: it sends you here and takes you back.',
    desk: 'For those who run this service',
    admin: 'Administration',
    playground: 'Playground',
  },

  notFound: {
    title: 'There is no such page',
    advice:
      'The address may be mistyped, or the page may have expired. Logins begin at the site that you want to log in to.',
    start: 'To the start page',
  },

  logout: {
    title: 'Sign out',
    as: 'You are signed in here as {name}.',
    by: '{client} asks to sign you out.',
    others: 'Other sites that you opened with this sign-in will ask for your face again.',
    yes: 'Sign out',
    no: 'Stay signed in',
    now: 'Signing you out …',
    done: 'You are signed out',
    close: 'You can close this window.',
    stayed: 'You are still signed in',
  },

  loginError: {
    title: 'Login not possible',
    advice: 'No data were passed on. Go back to the application and try again.',
    details: 'For its developers:',
    reasons: {
      invalid_client: 'This service does not know the application that sent you here.',
      invalid_redirect_uri:
        'The application asked to send you back to an address that is not registered for it.',
      busy: 'Too many logins were begun from your network. Wait a minute, then try again.',
      expired: 'The login took too long, or it has ended already.',
      other: 'The application sent a request that cannot be answered.',
    },
  },

  /** Shared by login, registration and profile. */
  account: {
    loading: 'One moment …',
    checking: 'Checking …',
    identifier: 'Name or e-mail address',
    next: 'Continue',
    noAccount: 'No account yet?',
    register: 'Register',
    as: 'As {identifier}.',
    somebodyElse: 'Not you?',
    show: 'Show my face',
    showAgain: 'Try again',
    again: 'Try again',
    changedElsewhere:
      'This was changed in another window or on another device. Here is the current state.',
    move: 'Look straight into the camera, then turn your head a little.',
    moveTo: 'Look straight into the camera, then move your head {direction}.',
    promise: 'The pictures are sent to this service; they are not kept.',
    code: 'Code from your authenticator app',
    codeHint: 'Six digits that change every half minute.',
    back: 'Back',
    signInAgain: 'Sign in again first: your last sign-in was a while ago.',
    stepUp: 'Sign in again',
    stepUpWhy: 'You signed in more than ten minutes ago. Show your face again to go on.',
    sessionOver: 'Your sign-in has ended. Show your face again to go on.',
    administratorsNeed:
      'You administer this service. This takes a second factor besides your face at every sign-in: a code from an authenticator app, or a passkey. Set one up to go on.',
    setUpApp: 'Set up an authenticator app',
    whatAuthenticatorsAre:
      'An authenticator app on your phone shows six digits that change every half minute. Many password managers have one, too.',
    serviceStarts: 'The service is starting.',
    goesOn: 'This page goes on by itself as soon as the service is ready.',
    cannotLook: 'This service cannot check faces right now.',
    onlyOperator: 'Only its operator can fix that. Come back later, or let them know.',
    notPassed: 'That did not work',
    stillNot: 'Still not working?',
    stillNotHelps: [
      'Look for even light from the front, not from behind.',
      'Take off what you did not wear when you registered: sunglasses, a mask, a hat.',
      'Hold the camera at the height of your eyes.',
      'Is the name right? It has to be the one you registered with.',
    ],
    otherWay:
      'If it does not work at all, the operator of this service can send you a link to enrol again.',
    tooMany: 'Too many failed attempts.',
    wait: 'Please wait {time}.',
    waited: 'You can try again now.',
    refusals: {
      0: 'The service does not answer. Are you connected?',
      400: 'Something that was entered is not valid.',
      401: 'You are no longer signed in. Reload this page.',
      403: 'You may not do this.',
      404: 'This page has expired. Reload it.',
      409: 'Another sign-in was started. Start again.',
      413: 'The pictures are too large.',
      500: 'The service failed. Try again in a moment.',
      503: 'The service cannot check faces right now. Try again in a moment.',
      other: 'The service refused this (status {status}).',
    },
  },

  login: {
    title: 'Log in',
    titles: {
      identify: 'Log in to {client}',
      face: 'Show your face',
      'second-factor': 'One more thing: your code',
      consent: 'Log in to {client}?',
      leaving: 'Done',
    },
    ended: 'This login has ended or expired. Go back to the application and start again.',
    demandsSecondFactor:
      '{client} asks for a second factor at every login. Set one up, and the login goes on.',
    asks: '{client} will receive:',
    knows: 'You agreed to this before: {scopes}',
    noFace:
      '{client} sees neither your pictures nor your template. You can end its access in your profile.',
    allow: 'Agree and log in',
    leaving: 'Back to {client} …',
    cancel: 'Cancel and go back to {client}',
    elsewhere: 'There, open {client} and log in.',
  },

  livenessSession: {
    title: 'Show that you are really there',
    titles: {
      open: '{client} asks you to show that you are really there',
      succeeded: 'Done',
      failed: 'That did not work',
      expired: 'The time is up',
    },
    what: 'You look into the camera and turn your head. {client} learns whether a live person did so, and whether it is the person it expects.',
    promise:
      'The pictures are sent to this service. {client} may get one of them. All are erased within two hours.',
    left: 'Attempts left: {number}',
    ends: {
      succeeded: '{client} gets the result from this service.',
      failed: 'Go back to {client} and start again.',
      expired: 'Go back to {client} and start again.',
    },
    back: 'Back to {client}',
    phone: 'Continue on your phone',
    scan: 'Scan this code with the camera of your phone. This page follows by itself.',
    gone: 'This link has expired or is incomplete. Go back to the application and start again.',
  },

  signInTitles: {
    identify: 'Sign in to your profile',
    face: 'Show your face',
    'second-factor': 'One more thing: your code',
    'second-factor-set-up': 'Set up your second factor',
  },

  passkeys: {
    step: 'One more thing: your passkey',
    unlock: 'Unlock a passkey the way you unlock your phone or computer.',
    use: 'Use my passkey',
    insteadOfFace: 'Use a passkey instead of my face',
    codeInstead: 'Use a code instead',
    cancelled: 'No passkey was used. Try again, or choose another way.',
    notHere: 'This browser, or this address, does not support passkeys.',
    title: 'Passkeys',
    one: 'Passkey',
    what: 'A passkey lives on your phone, computer or security key. You unlock it the way you unlock the device: by fingerprint, face or PIN, which never leave it.',
    goodFor: 'In a browser that is not known, you can show it after your face.',
    goodForBoth:
      'In a browser that is not known, you can show it after your face. It also opens this profile when your face is not recognised.',
    made: 'Added {time}.',
    used: 'Last used {time}.',
    synced: 'Available on several of your devices.',
    add: 'Add a passkey',
    notAdded: 'This passkey could not be added. It may have been added before.',
    addCancelled: 'No passkey was added. Try again whenever you like.',
    remove: 'Remove',
    removeQuestion: 'Remove the passkey “{name}”?',
    removeWarning: 'It can no longer be used to sign in. Delete it on your device as well.',
    removeLast: 'It is your last passkey, and you have no authenticator app.',
  },

  browsers: {
    unknown: 'Your account does not know this browser, so one thing more than your face is needed.',
    remember: 'Remember this browser',
    rememberWhy:
      'From then on your face is enough here. Do not choose this on a device that others use.',
    noWay:
      'Your account has no further way to sign in. Ask the operator of this service for a one-time link.',
    step: 'One more thing',
    furtherWay: 'This change needs one thing more than your face.',
    needed:
      'This change needs a browser that your account knows. Let this one be remembered to go on.',
    keepsNothing:
      'This browser keeps no keys, so it cannot be remembered. A private window may be the reason.',
    title: 'Known browsers',
    what: 'In a known browser your face is enough. Each holds a key that cannot be copied.',
    none: 'No browser is known.',
    unnamed: 'A browser',
    times: 'Known since {created}, last used {used}.',
    forget: 'Forget',
    forgetQuestion: 'Forget “{name}”?',
    forgetWarning: 'Its sessions end. The next sign-in there needs one thing more than your face.',
  },

  recovery: {
    title: 'Recovery codes',
    what: 'Each code works once, in place of another way to sign in, when you use a new browser.',
    keep: 'Write them down or print them now: they are not shown again.',
    copy: 'Copy them',
    copied: 'Copied',
    code: 'Recovery code',
    codeOrRecovery: 'Code from your app, or a recovery code',
    hint: 'Sixteen letters and digits from the list that you kept.',
    left: 'Unused codes: {number}',
    none: 'You have no recovery codes. Make some, so that you can still sign in without this browser.',
    make: 'Make new codes',
    replaces: 'The codes made before stop working then.',
  },

  mailLink: {
    ask: 'Mail me a link instead',
    sent: 'Check your e-mail',
    openHere:
      'If this account has a confirmed e-mail address, a link is on its way. Open it in this browser within 15 minutes, and go on in the page that it opens.',
    nothingCame:
      'Nothing came? Check your spam folder. One address gets at most five mails an hour.',
    again: 'Mail me another link',
    title: 'Sign in with the link',
    onlyIfAsked: 'Go on only if you asked for this link yourself. It works once.',
    open: 'Sign in',
    elsewhere:
      'This link works only in the browser in which you asked for it, and only as long as that sign-in lasts. Open it there, or ask for another one.',
  },

  enrolFace: {
    better: 'These pictures could be better. You can take new ones in your profile.',
    consent: 'Your consent',
    rights:
      'You may see, download and erase what is kept, and complain to a data protection authority.',
    version: 'Version {version} of this text.',
    agree: 'I agree',
    samePerson:
      'The pictures replace those enrolled before, and must show the same person. If you are no longer recognised, ask for a one-time link.',
    start: 'Take the pictures',
    how: 'Three pictures: look straight ahead, then move your head a little {direction}, then {back}.',
    expired: 'A different movement is asked for now. Take the pictures again.',
    changed: 'The text to agree to has changed in the meantime. Please read it again.',
    review: 'Are these pictures good?',
    reviewHelp:
      'Your whole face should be in sight, sharp and evenly lit, with your eyes open. Nothing has been sent yet.',
    picture: 'Picture {n} of {of}',
    send: 'Send the pictures',
    kept: 'Your pictures are still here',
    keptHelp: 'They have not been checked yet. Send them again, or take new ones.',
    takeAgain: 'Take them again',
    thumbnail: 'Your face, kept {time}',
  },

  register: {
    title: 'Register',
    titles: {
      loading: 'Register',
      name: 'Register',
      face: 'Your face',
      done: 'Your face is enrolled',
      registered: 'You are registered',
    },
    lead: 'With an account you can log in to applications with your face.',
    name: 'Name',
    nameHint: 'You log in with it, and applications see it.',
    nameTaken: 'This name is taken. Choose another one.',
    nameBad: 'A name has at most 64 characters, and no @.',
    email: 'E-mail address (optional)',
    emailHint: 'Once it is confirmed, you can log in with it, and by a link from new browsers.',
    emailBad: 'This is not an e-mail address.',
    next: 'Continue',
    haveAccount: 'Registered already?',
    mailed: 'A link was sent to {email}. Open it within a day to confirm the address.',
    notMailed: 'No link could be sent to {email}. You can send it from your profile later.',
    registered: 'You are signed in as {name}, and your face is enrolled.',
    done: 'From now on you can log in with it. These small pictures are kept, encrypted:',
    backToLogin: 'Back to the login',
    toProfile: 'Open my profile',
  },

  link: {
    title: 'One-time link',
    titles: {
      'confirm-email': 'Your address is confirmed',
      enrol: 'Welcome, {name}',
      done: 'Your face is enrolled',
    },
    onlyIfYours: 'Continue only if this link was meant for you. It works once.',
    noCamera: 'No camera was found. To enrol your face, open the link on a device that has one.',
    used: 'This link has expired or was used before.',
    askAgain: 'Ask for another one where you got it.',
    confirmed: 'From now on you can log in with it as well.',
    admin: 'You administer this service.',
    toAdmin: 'Open the administration',
  },

  profile: {
    title: 'Profile',
    lead: 'What this service keeps about you, and what you can do with it.',
    signOut: 'Sign out',
    admin: 'Administration',
    locked: 'You signed in a while ago. To change something, show your face again.',
    cameByMail: 'You signed in with a link from an e-mail. To change something, show your face.',
    unlock: 'Sign in again',
    face: 'Your face',
    stored: 'Captures kept, encrypted: {vectors}. Enrolled: {time}.',
    consent: 'Consent of {time}, version {version}',
    noFace: 'No face is enrolled yet. An account without a face is erased after a day.',
    enrolAgain: 'Enrol again',
    keepFace: 'Keep the enrolled face',
    enrolled: 'The new pictures have replaced the old ones.',
    applications: 'Applications',
    noApplications: 'No application has access.',
    knows: 'Knows {scopes}.',
    since: 'Since {granted}, last used {used}.',
    revoke: 'End access',
    revokeQuestion: 'End the access of {name}?',
    revokeWarning: 'It loses access to your data, and asks for your consent at the next login.',
    email: 'E-mail address',
    noEmail: 'No address yet.',
    emailConfirmed: '{email}, confirmed.',
    emailWaiting: '{email}, not confirmed yet.',
    newEmail: 'New address',
    sendLink: 'Send a link',
    sendAgain: 'Send the link again',
    secondFactor: 'Second factor',
    secondFactorOff:
      'A code from an authenticator app, to show after your face in browsers that are not known.',
    secondFactorStays: 'You administer this service, so your second factor cannot be turned off.',
    secondFactorOn:
      'In browsers that are not known, you can show a code from your authenticator app after your face.',
    setUp: 'Set up',
    scan: 'Scan this with your authenticator app, then type the code it shows.',
    qr: 'QR code for the authenticator app',
    openHere: 'Open the app on this device',
    typeSecret: 'Or type this into it:',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    sessions: 'Where you are signed in',
    here: 'This browser',
    elsewhere: 'Another browser',
    sessionTimes: 'Since {created}, last active {seen}, until {expires}.',
    endSession: 'End this session',
    history: 'Recent sign-ins',
    noHistory: 'There are none.',
    ownProfile: 'this profile',
    shown: {
      face: 'face',
      'second-factor': 'second factor',
      passkey: 'passkey',
      mail: 'link by mail',
    },
    passed: 'let in',
    notPassed: 'refused',
    endSessions: 'Sign out everywhere else',
    data: 'Your data',
    dataLead: 'Everything that is kept about you: as a file, or erased for good.',
    download: 'Download',
    erase: 'Erase everything',
    eraseQuestion: 'Erase everything?',
    eraseWarning:
      'Account, template, pictures, consents and the access of applications are erased. This cannot be undone.',
    eraseName: 'To confirm, type your name: {name}',
    eraseNameWrong: 'This is not your name.',
    erased: 'Everything about you is erased.',
  },

  /** What an application may ask for. */
  scopes: {
    basic: 'your name, and a number for you that only this application gets',
    email: 'your e-mail address, when you have confirmed it',
    bcid: 'the number of your template at this service, which is the same for every application',
    openid: 'that you have logged in, and when',
  } satisfies Record<Scope, string>,

  /** Why a face was rejected, for the person before the camera. */
  faceErrors: {
    FaceNotFound: 'No face was found. Put yours in the outline, in good light.',
    MultipleFacesFound: 'More than one face was seen. Only one, please.',
    ThumbnailExtractionFailed: 'Your face was cut off. Move back a little.',
    QualityTooLow: 'The picture is not good enough. Look for even light and hold still.',
    RejectedByObviousFakeDetector:
      'This did not look like a person in front of the camera. Hold nothing in front of it, and take off what covers your face.',
    RejectedByPassiveLiveDetection:
      'This did not look like a person in front of the camera. Turn towards even light and try again.',
    RejectedByActiveLiveDetection:
      'The movement was not seen. Look straight first, then turn your head by about the width of a hand.',
    RejectedByChallengeResponse: 'Your head did not move the way you were asked.',
    FaceCovered:
      'Something covers your face: take off your mask, scarf or dark glasses, and keep your hands away from it.',
    EyesClosed: 'Your eyes seem to be closed: open both, and look into the camera.',
    TurnFurther:
      'The turn was seen, but it was too small: turn your head further, by about the width of a hand.',
    TurnSlower: 'The turn was too fast for the camera: turn your head more slowly.',
    NotRecognised:
      'The face was not recognised, or there were too many attempts: wait a moment, then try again.',
    WrongCode: 'The code is wrong, or it was used before.',
    WrongLink:
      'The link has expired, was used before, or belongs to another login. Ask for another one.',
    WrongPasskey: 'The passkey does not belong to this account, or the answer came too late.',
    other: 'It did not work. Try again.',
  } satisfies Record<Exclude<JobErrorCode, OfNoPage> | 'other', string>,

  camera: {
    start: 'Turn on the camera',
    promise: 'Pictures stay on this device until you send them.',
    willAsk:
      'Your browser will ask whether this page may use the camera. Allow it: nothing is recorded until then.',
    starting: 'The camera is starting …',
    take: { one: 'Take the picture', turns: 'Begin', video: 'Record 4 seconds' },
    now: 'Take it now',
    help: 'This is taking too long',
    helps: [
      'Sit so that light falls on your face, not from behind.',
      'Keep the camera at the height of your eyes, an arm’s length away.',
      'Open your eyes, and take off what hides your face: a mask, dark glasses, a cap.',
    ],
    helpTurn: 'Turn your head slowly and in one go until the ring is full, and hold it there.',
    helpNow: 'Or take the picture yourself. The service checks it.',
    stop: 'Turn off',
    choose: 'Camera',
    problem: 'The camera cannot be used',
    problems: {
      insecure: 'Browsers allow the camera only on pages with https://.',
      blocked: 'This page cannot use the camera.',
      denied: 'This page was not allowed to use it.',
      none: 'No camera was found. Connect one, or use a phone or another computer.',
      busy: 'Another program is using it.',
      failed: 'The browser could not start it.',
    },
    /** How to allow a denied camera, by browser. */
    allow: {
      chrome:
        'Press the icon at the left of the address, allow the camera, and load the page again.',
      android:
        'Press the icon at the left of the address, then “Permissions”, and allow the camera.',
      firefox: 'Press the crossed-out camera beside the address, remove the block, and try again.',
      safari:
        'Open “Settings for this website” in the Safari menu, allow the camera, and try again.',
      ios: 'Press “aA” beside the address, then “Website Settings”, and allow the camera.',
      other: 'Allow the camera for this page in the settings of the browser.',
    },
  },

  /** Hints for the person before the camera. */
  hints: {
    lookStraight: 'Put your face in the outline.',
    noFace: 'No face in sight: put yours in the outline.',
    severalFaces: 'Only one face, please.',
    moveCloser: 'Move closer.',
    moveBack: 'Move back a little.',
    moveUp: 'Your face is too low: tilt the camera down, or sit up.',
    moveDown: 'Your face is too high: tilt the camera up, or move down.',
    moveLeft: 'Move a little to your left.',
    moveRight: 'Move a little to your right.',
    faceCamera: 'Look straight into the camera.',
    tooDark: 'Too dark: turn towards the light.',
    tooBright: 'Too bright: avoid direct light.',
    backlit: 'The light is behind you: turn towards it.',
    blurred: 'The picture is blurred: hold still, clean the lens.',
    faceCovered: 'Something covers your mouth or nose: show your whole face.',
    holdStill: 'Hold still.',
    ready: 'Good. Hold still.',
    turnHead: 'Now turn your head a little to one side and hold it.',
    turnUp: 'Now raise your head a little and hold it.',
    turnDown: 'Now lower your head a little and hold it.',
    turnLeft: 'Now turn your head to your left and hold it.',
    turnRight: 'Now turn your head to your right and hold it.',
    turnFurther: 'A little further, and hold it.',
    turnSlower: 'Too fast: turn slowly, and hold it.',
    otherWay: 'The other way, please.',
    recording: 'Recording: look into the camera.',
  },

  directions: { up: 'up', down: 'down', left: 'left', right: 'right' },
};

/** The texts of people's pages. A missing text is a type error. */
export type PeopleMessages = typeof en;
