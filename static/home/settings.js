// Ask for permission as soon as notifications are switched on.
document.querySelector('[name=calls][value="on"]').addEventListener("change", () => window.Notification?.requestPermission());
