/** The standard consent text in the languages of the pages. Operators may replace it. */

export const STANDARD_CONSENT = {
  /** Raise it when the meaning changes, not for a better translation. */
  version: '1',
  /** Machine translations that no speaker of the language has read. */
  drafted: ['es', 'fr', 'it', 'pt', 'pl', 'tr', 'ar', 'zh'],
  texts: {
    en:
      'I agree that this service makes a biometric template of my face from the images I take now, ' +
      'and keeps it together with small pictures of my face, encrypted, for one purpose: to ' +
      'recognise me when I log in. My images themselves are not kept. I take part of my own free ' +
      'will, can see at any time what is stored, and can take back this consent at any time by ' +
      'erasing my account, which erases the template and the pictures as well.',
    de:
      'Ich willige ein, dass dieser Dienst aus den Bildern, die ich jetzt aufnehme, eine ' +
      'biometrische Vorlage meines Gesichts erstellt und sie zusammen mit kleinen Bildern meines ' +
      'Gesichts verschlüsselt speichert, und zwar nur, um mich bei der Anmeldung zu erkennen. Die ' +
      'Aufnahmen selbst werden nicht gespeichert. Ich nehme freiwillig teil, kann jederzeit sehen, ' +
      'was gespeichert ist, und die Einwilligung jederzeit widerrufen, indem ich mein Konto lösche; ' +
      'dann werden auch Vorlage und Bilder gelöscht.',
    es:
      'Consiento que este servicio cree una plantilla biométrica de mi rostro a partir de las ' +
      'imágenes que tomo ahora y la conserve cifrada, junto con pequeñas imágenes de mi rostro, con ' +
      'un único fin: reconocerme cuando inicio sesión. Las imágenes originales no se conservan. ' +
      'Participo por voluntad propia, puedo ver en todo momento lo que se conserva y puedo retirar ' +
      'este consentimiento en todo momento eliminando mi cuenta, con lo que se eliminan también la ' +
      'plantilla y las imágenes.',
    fr:
      'J’accepte que ce service crée un gabarit biométrique de mon visage à partir des images que je ' +
      'prends maintenant et le conserve chiffré, avec de petites images de mon visage, dans un seul ' +
      'but : me reconnaître lorsque je me connecte. Les images d’origine ne sont pas conservées. Je ' +
      'participe de mon plein gré, je peux voir à tout moment ce qui est conservé et je peux retirer ' +
      'ce consentement à tout moment en effaçant mon compte, ce qui efface aussi le gabarit et les ' +
      'images.',
    it:
      'Acconsento che questo servizio crei un modello biometrico del mio volto dalle immagini che ' +
      'scatto ora e lo conservi cifrato, insieme a piccole immagini del mio volto, per un solo ' +
      'scopo: riconoscermi quando accedo. Le immagini originali non vengono conservate. Partecipo di ' +
      'mia libera volontà, posso vedere in ogni momento che cosa è conservato e posso revocare ' +
      'questo consenso in ogni momento cancellando il mio account; così si cancellano anche il ' +
      'modello e le immagini.',
    pt:
      'Consinto que este serviço crie um modelo biométrico do meu rosto a partir das imagens que ' +
      'capto agora e o guarde cifrado, juntamente com pequenas imagens do meu rosto, com um único ' +
      'fim: reconhecer-me quando inicio sessão. As imagens originais não são guardadas. Participo ' +
      'de livre vontade, posso ver a qualquer momento o que está guardado e posso retirar este ' +
      'consentimento a qualquer momento apagando a minha conta, o que apaga também o modelo e as ' +
      'imagens.',
    pl:
      'Zgadzam się, aby ta usługa utworzyła wzorzec biometryczny mojej twarzy ze zdjęć, które teraz ' +
      'robię, i przechowywała go w postaci zaszyfrowanej razem z małymi zdjęciami mojej twarzy w ' +
      'jednym celu: aby rozpoznawać mnie przy logowaniu. Same zdjęcia nie są przechowywane. Biorę ' +
      'udział dobrowolnie, mogę w każdej chwili zobaczyć, co jest przechowywane, i w każdej chwili ' +
      'wycofać tę zgodę, usuwając swoje konto, co usuwa także wzorzec i małe zdjęcia.',
    tr:
      'Bu hizmetin, şimdi çektiğim görüntülerden yüzümün biyometrik bir şablonunu oluşturmasını ve ' +
      'bunu yüzümün küçük resimleriyle birlikte şifreli olarak, yalnızca oturum açarken beni tanımak ' +
      'amacıyla saklamasını kabul ediyorum. Görüntülerin kendisi saklanmaz. Kendi isteğimle ' +
      'katılıyorum; neyin saklandığını istediğim zaman görebilir, hesabımı silerek bu rızamı ' +
      'istediğim zaman geri alabilirim; bu, şablonu ve küçük resimleri de siler.',
    ar:
      'أوافق على أن تُنشئ هذه الخدمة قالبًا بيومتريًّا لوجهي من الصور التي ألتقطها الآن، وأن تحتفظ به ' +
      'مشفَّرًا مع صور صغيرة لوجهي لغرض واحد: التعرّف عليّ عندما أسجّل الدخول. ولا يُحتفظ بالصور ' +
      'الأصلية نفسها. أشارك بمحض إرادتي، ويمكنني في أي وقت أن أرى ما هو محفوظ، وأن أسحب هذه الموافقة ' +
      'في أي وقت بمحو حسابي، وبذلك يُمحى القالب والصور الصغيرة أيضًا.',
    zh:
      '我同意本服务用我现在拍摄的图像生成我的面部生物特征模板，并将其与我面部的小图一起加密保存，' +
      '目的只有一个：在我登录时识别我。图像本身不予保存。我自愿参与，可以随时查看所保存的内容，' +
      '也可以随时通过删除我的账号来撤回本同意，届时模板和小图也将一并删除。',
  },
} as const;
