# Two stages: the first makes the package and installs it, the second holds what runs and nothing else.
# scripts/check-image.sh executes these steps without Docker. The bases are named by tag: whoever
# builds for production pins the digests they pulled (docs/operate/run.md).
ARG NODE=node:24-bookworm-slim
ARG DEBIAN=debian:bookworm-slim

FROM ${NODE} AS build
WORKDIR /build
ENV ONNXRUNTIME_NODE_INSTALL=skip
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm pack --silent --pack-destination /tmp
RUN mkdir /prosopon && tar -xzf /tmp/prosopon-*.tgz --strip-components=1 -C /prosopon
RUN cd /prosopon && npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# EXTENSIONS="documents osia" adds extensions of this repository; PROSOPON_EXTENSIONS loads them.
ARG EXTENSIONS=
RUN for name in ${EXTENSIONS:-}; do (cd packages/$name && npm pack --silent --pack-destination /tmp); done
RUN if [ -n "${EXTENSIONS:-}" ]; then cd /prosopon && npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund $(for name in $EXTENSIONS; do ls /tmp/prosopon-$name-*.tgz; done); fi
# VIDEO=--keep-video keeps the decoder of videos (66 MB, under the GPL) in the image.
ARG VIDEO=
RUN node scripts/prune-modules.ts /prosopon ${VIDEO:-}
# MODELS= leaves the networks of detector, encoder and liveness (12 MB) out; the service fetches them when it starts.
ARG MODELS
RUN mkdir -p /prosopon/models && cd bin && { PROSOPON_DATA=/tmp/fetched node prosopon models pull ${MODELS-recommended pad} && cp -r /tmp/fetched/packs/. /prosopon/models || echo 'without networks of encoder and liveness'; }

FROM ${DEBIAN}
ENV NODE_ENV=production HOST=0.0.0.0 PROSOPON_DATA=/data PROSOPON_MODELS=/prosopon/models
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /prosopon /prosopon
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin prosopon
RUN install -d -o prosopon -g prosopon -m 700 /data && ln -s /prosopon/bin/prosopon /usr/local/bin/prosopon
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 8080 50051
HEALTHCHECK --start-period=30s CMD ["node", "/prosopon/bin/healthy.js"]
ENTRYPOINT ["prosopon"]
CMD ["serve"]
