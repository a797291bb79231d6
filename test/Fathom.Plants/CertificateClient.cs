using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Originals.Contracts;
using Google.Protobuf;
using Grpc.Net.Client;

namespace Fathom.Plants;

/// <summary>Does for every call what once is enough: loads its certificate, for which a key is derived from a password, or builds a
/// certificate's chain.</summary>
internal static class CertificateClient
{
    private const string Password = "secret";

    public static async Task LoadAsync(string address)
    {
        var file = Create();
        await CallAsync(address, calls: 40, () =>
        {
            using var certificate = Load(file);
            return certificate.Subject;
        });
    }

    public static async Task BuildChainsAsync(string address)
    {
        using var certificate = Load(Create());
        await CallAsync(address, calls: 3000, () => BuildChain(certificate));
    }

    private static async Task CallAsync(string address, int calls, Func<string> prepare)
    {
        using var channel = GrpcChannel.ForAddress(address);
        var client = new Echo.EchoClient(channel);
        for (var i = 0; i < calls; i++)
        {
            await client.UnaryAsync(new EchoRequest { Payload = ByteString.CopyFromUtf8(prepare()) });
        }
    }

    // No authority signed it: the chain ends with itself, after all authorities were looked at.
    private static string BuildChain(X509Certificate2 certificate)
    {
        using var chain = new X509Chain();
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.Build(certificate);
        return $"{certificate.Subject}: {chain.ChainStatus[0].Status}";
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
