using Fathom.SubjectProtocol;

namespace Fathom.Cli.Commands;

/// <summary>The certificates that clients of a served subject need, in files, while it runs. <c>fathom serve</c> owns it.</summary>
internal sealed class PeerCertificateFolder : IDisposable
{
    private readonly DirectoryInfo? _folder;

    private PeerCertificateFolder(DirectoryInfo? folder, string hint) => (_folder, Hint) = (folder, hint);

    /// <summary>Follows the address in the output: what a client needs, or nothing without TLS.</summary>
    public string Hint { get; }

    public static PeerCertificateFolder Of(string? pem)
    {
        if (pem is null)
        {
            return new PeerCertificateFolder(null, "");
        }

        var certificates = PeerCertificates.Parse(pem);
        if (certificates.Client is not { } client)
        {
            return new PeerCertificateFolder(null, $" with this certificate:\n{certificates.Trusted}");
        }

        var folder = Directory.CreateTempSubdirectory("fathom-serve-");
        string Write(string name, string content)
        {
            var path = Path.Combine(folder.FullName, name);
            File.WriteAllText(path, content + "\n");
            return path;
        }

        return new PeerCertificateFolder(folder, $" for clients with a certificate of this run\n"
            + $"--cacert {Write("root.pem", certificates.Trusted)} --cert {Write("client.pem", client.Certificate)} "
            + $"--key {Write("client-key.pem", client.Key)}\n"
            + "(curl's flags; the files are removed when this ends)");
    }

    public void Dispose() => _folder?.Delete(recursive: true);
}
