using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>Loads its certificate anew for every call: a key is derived from a password each time.</summary>
internal static class CertificateClient
{
    private const string Password = "secret";

    public static async Task RunAsync(string address)
    {
        var file = Create();
        using var channel = GrpcChannel.ForAddress(address);
        var client = new Echo.EchoClient(channel);
        for (var i = 0; i < 40; i++)
        {
            await SendAsync(client, file);
        }
    }

    private static async Task SendAsync(Echo.EchoClient client, byte[] file)
    {
        using var certificate = Load(file);
        await client.UnaryAsync(new EchoRequest { Payload = ByteString.CopyFromUtf8(certificate.Subject) });
    }

    private static X509Certificate2 Load(byte[] file) => X509CertificateLoader.LoadPkcs12(file, Password);

    private static byte[] Create()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=plant", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return certificate.ExportPkcs12(
            new PbeParameters(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, iterationCount: 20_000), Password);
    }
}
