char *dv_message(dracula_view *view);
