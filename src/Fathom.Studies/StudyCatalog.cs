using Fathom.Studies.Channels;
using Fathom.Studies.Compression;
using Fathom.Studies.Lag;
using Fathom.Studies.Mediator;
using Fathom.Studies.Tree;

namespace Fathom.Studies;

/// <summary>The studies there are.</summary>
public static class StudyCatalog
{
    /// <summary>All of them, in the order in which they run when none is named.</summary>
    public static IReadOnlyList<StudySpec> All { get; } =
        [ChannelsStudy.Spec, LagStudy.Spec, CompressionStudy.Spec, MediatorStudy.Spec, TreeStudy.Spec];
}
