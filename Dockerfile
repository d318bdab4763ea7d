# An image with the program of a Linux archive that `release/build archive` made. From the root of the checkout:
#
#     docker build --build-arg ARCHIVE=dist/damier-0.1.0-x86_64-linux.tar.gz --tag damier .
#     docker run --rm --interactive --tty damier play
#
# Games are kept in the volume /games: docker run --volume damier-games:/games …
FROM debian:bookworm-slim AS unpacked
ARG ARCHIVE
COPY ${ARCHIVE} /archive.tar.gz
RUN mkdir /damier && tar --extract --gzip --file /archive.tar.gz --strip-components 1 --directory /damier

FROM debian:bookworm-slim
COPY --from=unpacked /damier/damier /usr/local/bin/damier
COPY --from=unpacked /damier/configs /usr/local/share/damier/configs
COPY --from=unpacked /damier/LICENSE-MIT /damier/LICENSE-APACHE /damier/THIRD-PARTY.txt /damier/RUST-COPYRIGHT.html \
    /usr/local/share/doc/damier/
RUN useradd --create-home --uid 10001 damier && mkdir /games && chown damier /games
USER 10001
WORKDIR /home/damier
ENV XDG_STATE_HOME=/games
VOLUME /games
ENTRYPOINT ["damier"]
CMD ["--help"]
