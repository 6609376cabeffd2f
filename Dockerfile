# The service, and the simulated provider for sandboxes: docs/operations.md, "In containers".
#   docker build --target service --tag upc-service .
#   docker build --target simulator --tag upc-simulator .
# Without a BuildKit feature, so that every builder of images takes it. Secrets are never built in: they are read from files.

FROM node:22-bookworm-slim AS manifests
WORKDIR /upc
COPY package.json package-lock.json .npmrc ./
COPY bench/package.json bench/
COPY contract/package.json contract/
COPY demo/package.json demo/
COPY platform/package.json platform/
COPY sandbox/package.json sandbox/
COPY service/package.json service/
COPY simulator/package.json simulator/

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build:script && npm run build:service && npm run build:simulator && npm run build:provider
# Sources are in the program; beside it are the texts, tables and migrations that it reads.
RUN find service/src \( -name '*.ts' -o -name '*_snapshot.json' \) -delete

FROM manifests AS service-packages
RUN npm ci --omit=dev --ignore-scripts --workspace service --workspace platform --workspace contract

FROM manifests AS simulator-packages
RUN npm ci --omit=dev --ignore-scripts --workspace simulator --workspace platform --workspace contract

FROM node:22-bookworm-slim AS simulator
ENV NODE_ENV=production HOST=0.0.0.0 SIMULATOR_PORT=4020 SIMULATOR_DATA_DIR=/data
WORKDIR /upc
COPY --from=simulator-packages /upc ./
COPY --from=build /upc/simulator/dist simulator/dist
COPY --from=build /upc/simulator/server/dist simulator/server/dist
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4020
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4020/assets/card-frame.js').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "simulator/server/dist/main.js"]

FROM node:22-bookworm-slim AS service
# The commands backup and restore run its programs: of the same version as the server of compose.yaml.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-15 \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010 UPC_DATA_DIR=/data
WORKDIR /upc
COPY --from=service-packages /upc ./
COPY LICENSE THIRD-PARTY-NOTICES.md ./
COPY contract/gateway.yaml contract/
COPY locales locales
COPY released released
COPY --from=build /upc/dist/script dist/script
COPY service/bin service/bin
COPY service/locales service/locales
COPY --from=build /upc/service/dist service/dist
COPY --from=build /upc/service/src service/src
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4010
# Ready to take requests, so that whoever waits for it sends none too early; restarts are for the supervisor to decide.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# The program itself is process 1, and ends on SIGTERM as docs/operations.md says. What follows is its command: studio list.
ENTRYPOINT ["node", "service/bin/upc-service.mjs"]
CMD ["serve"]
