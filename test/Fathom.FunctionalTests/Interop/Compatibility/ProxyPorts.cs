namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>Where a reverse proxy listens, and its files.</summary>
/// <param name="Plain">The port of gRPC without TLS.</param>
/// <param name="Tls">The port of gRPC over TLS.</param>
/// <param name="Web">The port of gRPC-Web over HTTP/1.1.</param>
/// <param name="Folder">A folder for its files.</param>
internal sealed record ProxyPorts(int Plain, int Tls, int Web, string Folder)
{
    /// <summary>The Unix domain socket of gRPC without TLS.</summary>
    public string Socket => Path.Combine(Folder, "socket");

    public string Certificate => Path.Combine(Folder, "certificate.pem");

    public string Key => Path.Combine(Folder, "key.pem");

    /// <summary>Certificate and key in one file.</summary>
    public string Both => Path.Combine(Folder, "both.pem");
}
