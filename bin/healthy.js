// Ends with 0 while the service of this container can be used: its health check.
'use strict';

const secure = Boolean(process.env.PROSOPON_TLS_CERT);
const { get } = require(secure ? 'node:https' : 'node:http');
const address = `${secure ? 'https' : 'http'}://127.0.0.1:${process.env.PORT || 8080}/readyz`;

// Whose certificate it is does not matter within the container.
get(address, { rejectUnauthorized: false }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
).on('error', () => process.exit(1));
