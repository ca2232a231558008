// Ask for permission as soon as notices are switched on.
document.querySelector('[name=calls][value="on"]').addEventListener("change", () => window.Notification?.requestPermission());
