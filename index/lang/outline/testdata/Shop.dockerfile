# The version of Go.
ARG VERSION=1.22
FROM golang:${VERSION} AS build
ENV HOME=/src MODE=fast
WORKDIR $HOME
RUN go build -o /app ./cmd/$MODE

FROM debian
COPY --from=build /app /app
LABEL name="shop"
ENTRYPOINT ["/app"]
