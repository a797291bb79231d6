namespace Fathom.Doctor.Probes.Outside;

/// <summary>How long each step of a new connection took, ms.</summary>
/// <param name="Resolve">The name; 0 for an address.</param>
/// <param name="Tcp">SYN to SYN-ACK.</param>
/// <param name="Tls">The TLS handshake, with the check of the certificate; null without TLS.</param>
/// <param name="Settings">From the connection preface to the server's SETTINGS.</param>
internal sealed record ConnectPhases(double Resolve, double Tcp, double? Tls, double Settings);
