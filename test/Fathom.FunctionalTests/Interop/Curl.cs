using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Google.Protobuf;

namespace Fathom.FunctionalTests.Interop;

/// <summary>What curl got for one request over HTTP/2.</summary>
/// <param name="ExitCode">Of curl; 0 where there was a response.</param>
/// <param name="Status">HTTP version and status code, such as <c>2 200</c>.</param>
/// <param name="Headers">The response's, one a line.</param>
/// <param name="Trailers">The response's, one a line; empty where there were none.</param>
/// <param name="Body">The response's.</param>
/// <param name="Error">What curl complained of.</param>
internal sealed record Curl(int ExitCode, string Status, string Headers, string Trailers, byte[] Body, string Error)
{
    public static readonly string[] Grpc = ["-H", "content-type: application/grpc", "-H", "te: trailers"];

    /// <summary>Asks <paramref name="host"/>: by prior knowledge, or with TLS by ALPN. Skips the test where there is no curl.</summary>
    public static async Task<Curl> RunAsync(EchoHost host, string path, byte[]? body, params IEnumerable<string> arguments)
    {
        var program = Requires.Program(TestPrerequisites.Curl);
        var scratch = Directory.CreateTempSubdirectory("fathom-curl-");
        try
        {
            string In(string name) => Path.Combine(scratch.FullName, name);
            List<string> all = ["-sS", "-D", In("head"), "-o", In("body"), "-w", "%{http_version} %{response_code}"];
            if (host.CertificatePem is { } pem)
            {
                await File.WriteAllTextAsync(In("root.pem"), pem);
                all.AddRange(["--http2", "--cacert", In("root.pem")]);
            }
            else
            {
                all.Add("--http2-prior-knowledge");
            }

            if (body is not null)
            {
                await File.WriteAllBytesAsync(In("request"), body);
                all.AddRange(["--data-binary", $"@{In("request")}"]);
            }

            // The caller's last, since the last of two that say the opposite counts.
            all.AddRange(arguments);
            var curl = await ChildProcess.RunAsync(program, [.. all, new Uri(host.Address, path).AbsoluteUri]);
            var parts = File.Exists(In("head")) ? (await File.ReadAllTextAsync(In("head"))).ReplaceLineEndings("\n").Split("\n\n", 2) : [];
            return new Curl(
                curl.ExitCode,
                curl.Output,
                parts.ElementAtOrDefault(0) ?? "",
                parts.ElementAtOrDefault(1)?.Trim() ?? "",
                File.Exists(In("body")) ? await File.ReadAllBytesAsync(In("body")) : [],
                curl.Errors);
        }
        finally
        {
            scratch.Delete(recursive: true);
        }
    }

    /// <summary>A message with the five bytes before it (gRPC doc/PROTOCOL-HTTP2.md, "Length-Prefixed-Message").</summary>
    public static byte[] Frame(IMessage message)
    {
        var bytes = message.ToByteArray();
        return [0, (byte)(bytes.Length >> 24), (byte)(bytes.Length >> 16), (byte)(bytes.Length >> 8), (byte)bytes.Length, .. bytes];
    }
}
