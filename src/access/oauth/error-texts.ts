/** What the page of logins that cannot be answered says; all but English and German drafted by machine. */

const en = {
  title: 'Login not possible',
  advice: 'Nothing was told to anybody. Go back to the application and try again.',
  contactUs: 'Contact',
  details: 'For its developers:',
  drafted: '',
  reasons: {
    invalid_client: 'This service does not know the application that sent you here.',
    invalid_redirect_uri:
      'The application wants you sent back to an address that is not registered for it.',
    busy: 'Too many logins were begun from your network. Wait a minute, then try again.',
    expired: 'The login took too long, or it has ended already.',
    other: 'The application sent a request that cannot be answered.',
  },
};

export type ErrorTexts = typeof en;

export const ERROR_TEXTS = {
  en,
  de: {
    title: 'Anmeldung nicht möglich',
    advice:
      'Es wurde niemandem etwas mitgeteilt. Bitte zurück zur Anwendung gehen und es noch einmal versuchen.',
    contactUs: 'Kontakt',
    details: 'Für deren Entwickler:',
    drafted: '',
    reasons: {
      invalid_client: 'Dieser Dienst kennt die Anwendung nicht, von der die Anfrage kommt.',
      invalid_redirect_uri:
        'Die Anwendung will eine Rückkehr zu einer Adresse, die für sie nicht eingetragen ist.',
      busy: 'Aus diesem Netz wurden zu viele Anmeldungen begonnen. Bitte eine Minute warten, dann noch einmal versuchen.',
      expired: 'Die Anmeldung hat zu lange gedauert oder ist schon beendet.',
      other: 'Die Anwendung hat eine Anfrage geschickt, die sich nicht beantworten lässt.',
    },
  },
  es: {
    title: 'No es posible iniciar sesión',
    advice: 'No se ha comunicado nada a nadie. Vuelva a la aplicación e inténtelo de nuevo.',
    contactUs: 'Contacto',
    details: 'Para sus desarrolladores:',
    drafted: 'Estos textos son una traducción automática.',
    reasons: {
      invalid_client: 'Este servicio no conoce la aplicación desde la que llega.',
      invalid_redirect_uri:
        'La aplicación quiere enviarle de vuelta a una dirección que no tiene registrada.',
      busy: 'Desde su red se han iniciado demasiados accesos. Espere un minuto e inténtelo de nuevo.',
      expired: 'El inicio de sesión ha tardado demasiado o ya ha terminado.',
      other: 'La aplicación ha enviado una solicitud a la que no se puede responder.',
    },
  },
  fr: {
    title: 'Connexion impossible',
    advice: 'Rien n’a été communiqué à personne. Revenez à l’application et réessayez.',
    contactUs: 'Contact',
    details: 'Pour ses développeurs :',
    drafted: 'Ces textes ont été traduits automatiquement.',
    reasons: {
      invalid_client: 'Ce service ne connaît pas l’application qui vous envoie ici.',
      invalid_redirect_uri:
        'L’application veut vous renvoyer à une adresse qui n’est pas enregistrée pour elle.',
      busy: 'Trop de connexions ont été commencées depuis votre réseau. Attendez une minute, puis réessayez.',
      expired: 'La connexion a pris trop de temps, ou elle est déjà terminée.',
      other: 'L’application a envoyé une demande à laquelle il est impossible de répondre.',
    },
  },
  it: {
    title: 'Accesso non possibile',
    advice: 'Non è stato comunicato nulla a nessuno. Torni all’applicazione e riprovi.',
    contactUs: 'Contatto',
    details: 'Per i suoi sviluppatori:',
    drafted: 'Questi testi sono una traduzione automatica.',
    reasons: {
      invalid_client: 'Questo servizio non conosce l’applicazione da cui proviene.',
      invalid_redirect_uri:
        'L’applicazione vuole rimandarla a un indirizzo che non è registrato per essa.',
      busy: 'Dalla sua rete sono stati avviati troppi accessi. Attenda un minuto, poi riprovi.',
      expired: 'L’accesso ha richiesto troppo tempo o è già terminato.',
      other: 'L’applicazione ha inviato una richiesta a cui non si può rispondere.',
    },
  },
  pt: {
    title: 'Não é possível entrar',
    advice: 'Nada foi comunicado a ninguém. Volte à aplicação e tente de novo.',
    contactUs: 'Contacto',
    details: 'Para os seus programadores:',
    drafted: 'Estes textos foram traduzidos automaticamente.',
    reasons: {
      invalid_client: 'Este serviço não conhece a aplicação que o enviou para aqui.',
      invalid_redirect_uri:
        'A aplicação quer enviá-lo de volta para um endereço que não está registrado para ela.',
      busy: 'Foram iniciados demasiados acessos a partir da sua rede. Espere um minuto e tente de novo.',
      expired: 'O acesso demorou demasiado ou já terminou.',
      other: 'A aplicação enviou um pedido a que não é possível responder.',
    },
  },
  pl: {
    title: 'Logowanie nie jest możliwe',
    advice: 'Nikomu nic nie przekazano. Wróć do aplikacji i spróbuj jeszcze raz.',
    contactUs: 'Kontakt',
    details: 'Dla jej programistów:',
    drafted: 'Te teksty przetłumaczono maszynowo.',
    reasons: {
      invalid_client: 'Ta usługa nie zna aplikacji, z której przychodzisz.',
      invalid_redirect_uri:
        'Aplikacja chce odesłać Cię na adres, który nie jest dla niej zapisany.',
      busy: 'Z Twojej sieci rozpoczęto zbyt wiele logowań. Poczekaj minutę i spróbuj jeszcze raz.',
      expired: 'Logowanie trwało zbyt długo albo już się zakończyło.',
      other: 'Aplikacja wysłała żądanie, na które nie można odpowiedzieć.',
    },
  },
  tr: {
    title: 'Giriş yapılamıyor',
    advice: 'Kimseye bir şey iletilmedi. Uygulamaya geri dönüp yeniden deneyin.',
    contactUs: 'İletişim',
    details: 'Geliştiricileri için:',
    drafted: 'Bu metinler makine tarafından çevrildi.',
    reasons: {
      invalid_client: 'Bu hizmet, sizi buraya gönderen uygulamayı tanımıyor.',
      invalid_redirect_uri:
        'Uygulama sizi, kendisi için kayıtlı olmayan bir adrese göndermek istiyor.',
      busy: 'Ağınızdan çok fazla giriş başlatıldı. Bir dakika bekleyip yeniden deneyin.',
      expired: 'Giriş çok uzun sürdü ya da zaten sona erdi.',
      other: 'Uygulama, yanıtlanamayan bir istek gönderdi.',
    },
  },
  ar: {
    title: 'تعذّر تسجيل الدخول',
    advice: 'لم يُبلَّغ أحد بأي شيء. عُد إلى التطبيق وحاول مرة أخرى.',
    contactUs: 'اتصل بنا',
    details: 'لمطوّري التطبيق:',
    drafted: 'تُرجمت هذه النصوص آليًّا.',
    reasons: {
      invalid_client: 'لا تعرف هذه الخدمة التطبيق الذي أرسلك إلى هنا.',
      invalid_redirect_uri: 'يريد التطبيق إعادتك إلى عنوان غير مسجَّل له.',
      busy: 'بدأت عمليات تسجيل دخول كثيرة جدًا من شبكتك. انتظر دقيقة ثم حاول مرة أخرى.',
      expired: 'استغرق تسجيل الدخول وقتًا طويلًا أو انتهى بالفعل.',
      other: 'أرسل التطبيق طلبًا لا يمكن الرد عليه.',
    },
  },
  zh: {
    title: '无法登录',
    advice: '没有向任何人透露任何信息。请返回应用后重试。',
    contactUs: '联系我们',
    details: '供其开发者参考：',
    drafted: '这些文字由机器翻译。',
    reasons: {
      invalid_client: '本服务不认识将您转到此处的应用。',
      invalid_redirect_uri: '该应用要将您送回一个未为其登记的地址。',
      busy: '您所在的网络发起的登录过多。请等待一分钟后重试。',
      expired: '登录用时过长，或已经结束。',
      other: '该应用发送了无法答复的请求。',
    },
  },
} as const satisfies Readonly<Record<string, ErrorTexts>>;
