using System.Security.Cryptography;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.Mediator.Certificates.Nodes;

/// <summary>
/// The new keys of a node, for its server and its client certificate. During a renewal they are kept in a file until their certificates
/// are: if the response is lost, the node repeats the request for the same keys, which the founding node accepts.
/// </summary>
internal sealed class RenewalKeys(ECDsa server, ECDsa client) : IDisposable
{
    private const string FileName = "renewal-keys";

    public ECDsa Server => server;

    public ECDsa Client => client;

    public static RenewalKeys Create() => new(CertificateProfile.NewKey(), CertificateProfile.NewKey());

    /// <summary>The keys of a renewal that was not completed, or new ones in a file.</summary>
    public static RenewalKeys ReadOrCreate(CertificateFolder folder)
    {
        if (folder.Has(FileName))
        {
            try
            {
                return Parse(folder.Read(FileName));
            }
            catch (Exception e) when (e is CryptographicException or ArgumentException)
            {
                throw new CertificateFolderException($"'{folder.PathOf(FileName)}' has no two PEM private keys: {e.Message} Delete it.", e);
            }
        }

        var created = Create();
        folder.Write(FileName, $"{created.Server.ExportPkcs8PrivateKeyPem()}\n{created.Client.ExportPkcs8PrivateKeyPem()}\n");
        return created;
    }

    /// <summary>Deletes the file: the keys are in the files of their certificates.</summary>
    public static void Delete(CertificateFolder folder) => folder.Delete(FileName);

    public void Dispose()
    {
        server.Dispose();
        client.Dispose();
    }

    private static RenewalKeys Parse(string text)
    {
        var first = PemEncoding.Find(text);
        var (server, client) = (ECDsa.Create(), ECDsa.Create());
        server.ImportFromPem(text.AsSpan(first.Location));
        client.ImportFromPem(text.AsSpan()[first.Location.End..]);
        return new RenewalKeys(server, client);
    }
}
