using Fathom.Records;
using Fathom.TestKit;

namespace Fathom.Tests.Records;

/// <summary>A store in a temporary folder; its own folder does not exist before it writes.</summary>
internal sealed class TemporaryStore : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public TemporaryStore() => Store = new RunRecordStore(_folder.PathOf("out"));

    public RunRecordStore Store { get; }

    public void Dispose() => _folder.Dispose();
}
