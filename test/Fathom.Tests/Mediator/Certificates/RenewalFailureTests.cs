namespace Fathom.Tests.Mediator.Certificates;

/// <summary>Renewals that fail: what the node says, and that it tries again.</summary>
public sealed class RenewalFailureTests : IDisposable
{
    private readonly FoundingNode _north = new();

    [Fact]
    public void Without_the_roots_key_it_says_what_is_missing_and_goes_on_while_it_can()
    {
        using var node = _north.Open();
        var key = _north.Folder.PathOf("root-key.pem");
        var kept = File.ReadAllText(key);
        File.Delete(key);

        _north.Time.Advance(TimeSpan.FromDays(250));
        _north.Log.Lines.ShouldContain(line => line.StartsWith(
            "Warning: Renewing the issuing certificate", StringComparison.Ordinal));
        node.ExpiresAt.ShouldBeGreaterThan(_north.Time.GetUtcNow());

        using (var file = new FileStream(key, FileMode.CreateNew))
        {
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(key, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            }

            file.Write(System.Text.Encoding.ASCII.GetBytes(kept));
        }

        _north.Time.Advance(TimeSpan.FromDays(1));
        _north.Log.Lines.ShouldContain(line => line.StartsWith("Information: Renewed the issuing certificate", StringComparison.Ordinal));
    }

    [Fact]
    public void A_renewal_that_fails_is_said_and_tried_again()
    {
        using var node = _north.Open();
        var issuing = _north.Folder.PathOf("server.pem");
        File.Delete(issuing);
        Directory.CreateDirectory(issuing);

        _north.Time.Advance(TimeSpan.FromDays(21));
        _north.Log.Lines.ShouldContain(line => line.StartsWith("Warning: Renewing the certificates of this node", StringComparison.Ordinal)
            && line.Contains("server.pem' cannot be written", StringComparison.Ordinal));
        var first = node.ExpiresAt;

        Directory.Delete(issuing);
        _north.Time.Advance(TimeSpan.FromDays(1));
        node.ExpiresAt.ShouldBeGreaterThan(first);
    }

    public void Dispose() => _north.Dispose();
}
