#!/bin/sh
# What Qt and the pictures need from Debian beyond Python itself. Installs it when it may (as root, or with a sudo that
# asks nothing); otherwise says what to type. On other systems it does nothing.
python=${1:-python3}

command -v dpkg-query >/dev/null 2>&1 || exit 0

wanted="libegl1 libgl1 libglib2.0-0 libxkbcommon0 libdbus-1-3 libfontconfig1 fonts-noto-cjk
        libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0
        libxcb-shape0 libxcb-xinerama0 libxcb-xkb1 libxkbcommon-x11-0"
"$python" -c 'import ensurepip, venv' 2>/dev/null || wanted="python3-venv $wanted"

missing=""
for package in $wanted; do
    status=$(dpkg-query -W -f '${Status}' "$package" "${package}t64" 2>/dev/null)  # its name since Debian 13
    case $status in
        *"install ok installed"*) ;;
        *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=""
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "Sandtable needs these Debian packages; please install them, then run make again:" >&2
    echo "    sudo apt-get update && sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
fi

echo "Installing Debian packages:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086  # one word a package
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
