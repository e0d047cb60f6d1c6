/* Opens sockets of every family and kind. */
#include "hostile.h"
#include <sys/socket.h>

int main(void) {
    int kinds[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET, SOCK_RDM, SOCK_PACKET};
    for (int family = 0; family < 64; family++) {
        for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
            for (int protocol = 0; protocol < 20; protocol++) {
                if (socket(family, kinds[kind], protocol) >= 0) {
                    char text[60];
                    snprintf(text, sizeof text, "socket of family %d, kind %d", family, kind);
                    breach(text);
                }
            }
        }
    }
    stay_at_sea();
    return 0;
}
