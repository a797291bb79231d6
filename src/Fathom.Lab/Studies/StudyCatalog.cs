using Fathom.Lab.Studies.Channels;
using Fathom.Lab.Studies.Compression;
using Fathom.Lab.Studies.Lag;
using Fathom.Lab.Studies.Mediator;
using Fathom.Lab.Studies.Tree;

namespace Fathom.Lab.Studies;

/// <summary>The studies there are.</summary>
public static class StudyCatalog
{
    /// <summary>All of them, in the order in which they run when none is named.</summary>
    public static IReadOnlyList<StudySpec> All { get; } =
        [ChannelsStudy.Spec, LagStudy.Spec, CompressionStudy.Spec, MediatorStudy.Spec, TreeStudy.Spec];
}
