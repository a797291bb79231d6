using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Interop;

/// <summary>nghttp2's server of files: HTTP/2, and not gRPC. Owns its process and the folder it serves.</summary>
internal sealed class Nghttpd : IAsyncDisposable
{
    // Whatever becomes of the test, none is left behind.
    private const string EndsWithInput = "\"$0\" \"$@\" & cat; kill $!";

    private readonly DirectoryInfo _folder;
    private readonly ChildProcess _process;

    private Nghttpd(DirectoryInfo folder, ChildProcess process, ChannelOptions options) =>
        (_folder, _process, Options) = (folder, process, options);

    /// <summary>Where it listens, and whom to trust.</summary>
    public ChannelOptions Options { get; }

    /// <summary>Starts it with a file of that content at each path; skips the test where there is none.</summary>
    public static async Task<Nghttpd> StartAsync(bool tls, params IEnumerable<(string Path, string Content)> files)
    {
        var program = Requires.Program(TestPrerequisites.Nghttpd);
        var folder = Directory.CreateTempSubdirectory("fathom-nghttpd-");
        string In(string name) => Path.Combine(folder.FullName, name);
        foreach (var (path, content) in files)
        {
            var file = In(path.TrimStart('/'));
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            await File.WriteAllTextAsync(file, content);
        }

        using var certificate = EphemeralCertificate.Create();
        var pem = certificate.ExportCertificatePem();
        await File.WriteAllTextAsync(In("certificate.pem"), pem);
        await File.WriteAllTextAsync(In("key.pem"), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        var port = FreePort.Next();
        string[] security = tls ? [$"{port}", In("key.pem"), In("certificate.pem")] : ["--no-tls", $"{port}"];
        var process = ChildProcess.Start("sh", ["-c", EndsWithInput, program, "--verbose", "--address=127.0.0.1",
            $"--htdocs={folder.FullName}", .. security]);
        var server = new Nghttpd(folder, process, new ChannelOptions
        {
            Address = new Uri($"{(tls ? "https" : "http")}://127.0.0.1:{port}"),
            Tls = tls ? ChannelTls.TrustPem(pem) : null,
        });
        try
        {
            await Eventually.HoldsAsync(() => process.Lines.Count > 0 || process.Errors.Length > 0,
                "nghttpd says where it listens, or why not");
            process.Lines.ShouldContain(line => line.Contains("listen", StringComparison.Ordinal), process.Errors);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _process.DisposeAsync();
        _folder.Delete(recursive: true);
    }
}
