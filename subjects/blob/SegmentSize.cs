namespace Fathom.Subjects.Blob;

/// <summary>The segments in which a response's StreamPipeWriter hands over what was written to it.</summary>
internal enum SegmentSize
{
    /// <summary>The framework's: 4096 bytes (StreamPipeWriterOptions).</summary>
    Default,

    /// <summary>65536 bytes by <c>StreamPipeWriterOptions.MinimumBufferSize</c>.</summary>
    LargeByOptions,

    /// <summary>65536 bytes by the published switch: <c>_minimumBufferSize</c> of the framework's writer, set by reflection.</summary>
    LargeByReflection,
}
