"""Records as points: readers, columns, distances and centroids."""
