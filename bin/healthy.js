// Ends with 0 while the service of this container can be used: its health check.
'use strict';

fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then(
  (answer) => process.exit(answer.ok ? 0 : 1),
  () => process.exit(1),
);
