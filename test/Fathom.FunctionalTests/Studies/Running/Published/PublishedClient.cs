using Fathom.Machines.Prerequisites;
using Fathom.Studies.Running.Published;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Studies.Running.Published;

/// <summary>The client on older runtimes, published once for all tests, and for all runs until its sources change: the cache is that of
/// this checkout.</summary>
public sealed class PublishedClient
{
    internal PublishedSubjects Subjects { get; } = new(BuiltSubjects.Catalog, new LocalMachine(), cache: Cache);

    /// <summary>The cache.</summary>
    public static string Cache => Path.Combine(Repository.Root, "artifacts", "published", FathomProcess.Configuration);

    /// <summary>The sources that the build left.</summary>
    public static string Source => Path.Combine(BuiltSubjects.Folder, PublishedSubjects.SourceFolder);

    /// <summary>Publishes; skips the test only where packages cannot be restored, such as without a network.</summary>
    public async Task RequireAsync(string runtime)
    {
        Requires.Present(TestPrerequisites.Linux, StudyPrerequisites.OtherProcessors);
        var outcome = await Subjects.ProgramAsync(PublishedSubjects.Subject, PublishedRuntime.Of(runtime));
        if (outcome is PublishOutcome.Unavailable { Reason: var reason })
        {
            Assert.SkipWhen(reason.Contains("packages could not be restored", StringComparison.Ordinal), reason);
            Assert.Fail(reason);
        }
    }
}

/// <summary>Tests that share <see cref="PublishedClient"/>.</summary>
[CollectionDefinition(nameof(PublishedClient))]
public sealed class PublishedClientDefinition : ICollectionFixture<PublishedClient>;
