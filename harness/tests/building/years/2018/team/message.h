extern char *message;
