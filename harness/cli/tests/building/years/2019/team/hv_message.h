char *hv_message(hunter_view *view);
