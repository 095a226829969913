#!/bin/sh
# Builds the image with buildah, because not every machine can pull a base image: the base is made of Debian's packages and
# this project's Node, under the name that the Dockerfile asks for. `container.sh FOLDER build|run WORDS...|clean`
set -eu
folder=$1; verb=$2; shift 2
project=$(cd "$(dirname "$0")/../.." && pwd)
store="--storage-driver overlay --root $folder/images --runroot $folder/run"
base=$(sed -n 's/^FROM \([^ ]*\).*/\1/p' "$project/server/deploy/Dockerfile" | head -n 1)
certificates=/etc/ssl/certs/ca-certificates.crt

make_base() {
  debian=$(echo "$base" | sed 's/.*-\([a-z]*\)-slim/\1/')
  debootstrap --variant=minbase --include=ca-certificates "$debian" "$folder/base" >"$folder/debootstrap.log" 2>&1
  install "$(readlink -f "$project/node_modules/.bin/node")" "$folder/base/usr/local/bin/node"
  mkdir -p "$folder/base/usr/local/lib/node_modules"
  # Look for npm where it is installed: `npm root -g` names the folder beside the current Node, which may have no npm.
  cp -R "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$folder/base/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/base/usr/local/bin/npm"
  chroot "$folder/base" useradd --create-home --uid 1000 node
  # This machine's network may use its own certificate.
  cp "$certificates" "$folder/base$certificates"
  made=$(buildah $store from scratch)
  buildah $store add --quiet "$made" "$folder/base" / >/dev/null
  buildah $store config --env "NODE_EXTRA_CA_CERTS=$certificates" \
    --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$made"
  buildah $store commit --quiet --rm "$made" "docker.io/library/$base" >/dev/null
  rm -rf "$folder/base"
}

case $verb in
  build)
    make_base
    buildah $store bud --format docker --isolation chroot --pull-never --ignorefile \
      "$project/server/deploy/Dockerfile.dockerignore" --build-arg SITE_URL=https://www.example.com \
      --file "$project/server/deploy/Dockerfile" --tag hcs-website "$project"
    ;;
  # crun cannot handle both cgroup versions at once, so unmount one of them in a private mount namespace. All calls
  # share the namespace, because the container's files are mounted there.
  run)
    if [ ! -e "$folder/places/own" ]; then
      mkdir -p "$folder/places"
      mount --bind "$folder/places" "$folder/places"
      mount --make-private "$folder/places"
      touch "$folder/places/own"
      unshare --mount="$folder/places/own" --propagation private sh -c 'umount /sys/fs/cgroup/unified 2>/dev/null || true'
    fi
    exec nsenter --mount="$folder/places/own" podman --cgroup-manager cgroupfs --events-backend none $store "$@"
    ;;
  clean)
    nsenter --mount="$folder/places/own" podman $store rm --force --volumes site || true
    umount "$folder/places/own" "$folder/places"
    rm -rf "$folder"
    ;;
esac
