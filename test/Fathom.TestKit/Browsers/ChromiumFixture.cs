namespace Fathom.TestKit.Browsers;

/// <summary>One browser for the tests of a collection, which run one after the other. Owns it; starts it when the first test asks, so
/// that tests can skip where there is none.</summary>
public sealed class ChromiumFixture : IAsyncDisposable
{
    private Chromium? _browser;

    /// <summary>A page of its own for a test; skips it where there is no browser.</summary>
    public async Task<ChromiumPage> OpenAsync(string path, int width, bool dark) =>
        await (_browser ??= await Chromium.StartAsync()).OpenAsync(path, width, dark);

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.DisposeAsync();
        }
    }
}
