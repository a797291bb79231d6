using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>The two processes of a replicate. It owns them, starts them one after the other without waiting, and ends them side by
/// side.</summary>
internal sealed class SubjectPair : IAsyncDisposable
{
    private SubjectPair(SubjectProcess server, SubjectProcess client) => (Server, Client) = (server, client);

    public SubjectProcess Server { get; }

    public SubjectProcess Client { get; }

    /// <exception cref="SubjectException">One of them could not be started; the other has ended.</exception>
    public static async Task<SubjectPair> StartAsync(SubjectCatalog catalog, TrialSetup setup, TrialPlace place, SubjectPatience patience)
    {
        var server = SubjectProcess.Start(catalog, "server", setup.Server, place, patience);
        try
        {
            return new SubjectPair(server, SubjectProcess.Start(catalog, "client", setup.Client, place, patience));
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(Client.DisposeAsync().AsTask(), Server.DisposeAsync().AsTask());
}
