# Two stages: the first installs everything and builds the pages, the second keeps what runs.
FROM node:24-bookworm-slim AS build
WORKDIR /prosopon
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run prepare --if-present && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PROSOPON_DATA=/data
WORKDIR /prosopon
COPY --from=build --chown=root:root /prosopon ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 50051
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/prosopon"]
CMD ["serve"]
