namespace Fathom.Lab.Studies;

/// <summary>How much of a study is run.</summary>
public enum Profile
{
    /// <summary>One factor at a time around the published baseline; minutes.</summary>
    Quick,

    /// <summary>The product of all factors, less what cannot matter; long.</summary>
    Full,
}
