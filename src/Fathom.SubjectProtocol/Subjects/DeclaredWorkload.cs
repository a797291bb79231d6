using System.Text.Json.Serialization.Metadata;

namespace Fathom.SubjectProtocol.Subjects;

/// <summary>A class of workloads: its name, its specification, and how one is made.</summary>
/// <typeparam name="TSelf">The class.</typeparam>
/// <typeparam name="TSpec">Its specification, a JSON object with a member <c>kind</c>.</typeparam>
public interface IWorkload<TSelf, TSpec> : IWorkload
    where TSelf : IWorkload<TSelf, TSpec>
{
    /// <summary>The specification's <c>kind</c>.</summary>
    static abstract string Name { get; }

    /// <summary>One sentence about it.</summary>
    static abstract string Text { get; }

    /// <summary>The generated reader of a specification.</summary>
    static abstract JsonTypeInfo<TSpec> SpecType { get; }

    /// <summary>Makes a workload.</summary>
    static abstract TSelf Create(TSpec spec);
}

/// <summary>Registers classes of workloads.</summary>
public static class DeclaredWorkload
{
    /// <summary>Registers a class of workloads.</summary>
    public static WorkloadRegistry Add<TWorkload, TSpec>(this WorkloadRegistry registry)
        where TWorkload : IWorkload<TWorkload, TSpec> =>
        registry.Add(TWorkload.Name, TWorkload.Text, () => TWorkload.SpecType, spec => TWorkload.Create(spec));
}
