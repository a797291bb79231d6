using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates;
using Fathom.TestKit;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>The folder in which a node keeps its certificates; it does not exist before the node's first start.</summary>
internal sealed class NodeFolder : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    /// <summary>The names of the files of the founding node.</summary>
    public static string[] Files { get; } = ["client.pem", "issuing.pem", "root-key.pem", "root.pem", "server.pem"];

    public string Path => _temporary.PathOf("node");

    public string PathOf(string file) => System.IO.Path.Combine(Path, file);

    public NodeCertificates Open() => Open("north");

    public NodeCertificates Open(string name) => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = Path, Name = name });

    /// <summary>A node of a network of its own, in another folder.</summary>
    public NodeCertificates OpenOther() => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = _temporary.PathOf("other"), Name = "north" });

    /// <summary>A file of that node.</summary>
    public string OtherPathOf(string file) => System.IO.Path.Combine(_temporary.PathOf("other"), file);

    public string[] Pems() =>
        [.. Directory.GetFiles(Path, "*.pem").Select(f => System.IO.Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    public X509Certificate2Collection Certificates(string file)
    {
        X509Certificate2Collection all = [];
        all.ImportFromPem(File.ReadAllText(PathOf(file)));
        return all;
    }

    public void Dispose() => _temporary.Dispose();
}
